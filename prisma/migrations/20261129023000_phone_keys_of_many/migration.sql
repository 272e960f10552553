-- The same keys, in a time that grows with the text and not with the square of its numbers.
CREATE OR REPLACE FUNCTION phone_keys(texts text[]) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
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
      digits := right(digits || part, 7);
      CONTINUE WHEN length(digits) < 7;
      key := digits::integer;
      IF cardinality(keys) >= 50 OR key <> ALL (keys) THEN keys := keys || key; END IF;
    END LOOP;
  END LOOP;
  IF cardinality(keys) < 50 THEN RETURN keys; END IF;
  -- To compare each of many with all others would take the square of the time.
  RETURN ARRAY(SELECT DISTINCT unnest(keys));
END
$$;
