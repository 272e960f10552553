-- What phone numbers in texts are found by: the last seven digits of each number of seven or more, however it is grouped, as an integer each. Null if there is none.
-- Whatever the pattern of a number matches (`services/dataSubjects/phonePatterns.ts`) has the key of that number. The separators are those of the pattern.
CREATE FUNCTION phone_keys(texts text[]) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
DECLARE
  words text := array_to_string(texts, ' ');
  run text;
  part text;
  digits text;
  key integer;
  keys integer[] := '{}';
BEGIN
  -- Most texts end here.
  IF words !~ '[0-9](?:[ ().\/\u00a0-]{0,4}[0-9]){6}' THEN RETURN NULL; END IF;
  FOR run IN SELECT found_runs[1] FROM regexp_matches(words, '[0-9](?:[ ().\/\u00a0-]{0,4}[0-9]){6,}', 'g') AS found_runs LOOP
    digits := '';
    FOREACH part IN ARRAY regexp_split_to_array(run, '[^0-9]+') LOOP
      digits := digits || part;
      CONTINUE WHEN length(digits) < 7;
      key := right(digits, 7)::integer;
      IF key <> ALL (keys) THEN keys := keys || key; END IF;
    END LOOP;
  END LOOP;
  RETURN keys;
END
$$;
