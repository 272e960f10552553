-- Words are found whatever accents they are written with, and mistyped ones by those they resemble. All three come with
-- PostgreSQL and are trusted: the owner of a database may add them.
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

-- A configuration for each language that PostgreSQL can stem: accents off, then the stem. `document_simple` is for all others.
DO $$
DECLARE
  language text;
  configuration text;
BEGIN
  FOREACH language IN ARRAY ARRAY['simple', 'arabic', 'danish', 'dutch', 'english', 'finnish', 'french', 'german', 'hungarian', 'italian', 'norwegian', 'portuguese', 'romanian', 'russian', 'spanish', 'swedish', 'turkish'] LOOP
    configuration := 'document_' || language;
    EXECUTE format('CREATE TEXT SEARCH CONFIGURATION %I (COPY = pg_catalog.%I)', configuration, language);
    EXECUTE format('ALTER TEXT SEARCH CONFIGURATION %I ALTER MAPPING FOR asciiword, word, numword WITH unaccent, %I', configuration, CASE language WHEN 'simple' THEN 'simple' ELSE language || '_stem' END);
  END LOOP;
END
$$;

-- The configuration for a language's primary subtag.
CREATE FUNCTION document_configuration(language text) RETURNS regconfig LANGUAGE sql STABLE AS $$
  SELECT ('document_' || CASE language
    WHEN 'ar' THEN 'arabic' WHEN 'da' THEN 'danish' WHEN 'nl' THEN 'dutch' WHEN 'en' THEN 'english' WHEN 'fi' THEN 'finnish'
    WHEN 'fr' THEN 'french' WHEN 'de' THEN 'german' WHEN 'hu' THEN 'hungarian' WHEN 'it' THEN 'italian' WHEN 'nb' THEN 'norwegian'
    WHEN 'no' THEN 'norwegian' WHEN 'pt' THEN 'portuguese' WHEN 'ro' THEN 'romanian' WHEN 'ru' THEN 'russian' WHEN 'es' THEN 'spanish'
    WHEN 'sv' THEN 'swedish' WHEN 'tr' THEN 'turkish' ELSE 'simple' END)::regconfig
$$;

-- What a document is found by. `segments` is a list of `{weight, text, codes, section}`, in the order of the text: weight A for the
-- title, B for headings, D for text; `codes` are found as they are written; before each section and at the end stands the mark `§`, so that where words
-- stand tells which section they are in. `scope` is a word of the document as well: no search without it reaches the document.
CREATE FUNCTION document_vector(scope text, language text, segments jsonb) RETURNS tsvector LANGUAGE plpgsql STABLE AS $$
DECLARE
  configuration regconfig := document_configuration(language);
  segment jsonb;
  codes text;
  found tsvector := '';
BEGIN
  FOR segment IN SELECT value FROM jsonb_array_elements(segments) LOOP
    IF (segment->>'section')::boolean THEN
      found := found || '§:1'::tsvector;
    END IF;
    found := found || setweight(to_tsvector(configuration, segment->>'text'), (segment->>'weight')::"char");
    SELECT string_agg(format('%s:%s', quote_literal(code), least(place, 16000)), ' ') INTO codes
      FROM jsonb_array_elements_text(segment->'codes') WITH ORDINALITY AS listed (code, place);
    IF codes IS NOT NULL THEN
      found := found || setweight(codes::tsvector, (segment->>'weight')::"char");
    END IF;
  END LOOP;
  RETURN found || '§:1'::tsvector || array_to_tsvector(ARRAY[scope]);
END
$$;

-- What was mistyped is looked for among words that resemble it, and what is being typed among those that begin with it.
CREATE INDEX document_words_resemblance ON document_words USING gin (word gin_trgm_ops);
CREATE INDEX document_words_beginning ON document_words (tenant, language, word text_pattern_ops);

-- Kept in the row, so that the planner knows what reading all of them would cost, and prefers the index.
ALTER TABLE documents ALTER COLUMN words SET STORAGE MAIN;
-- A document is found fast as soon as it is there.
ALTER INDEX documents_words_idx SET (fastupdate = off);
