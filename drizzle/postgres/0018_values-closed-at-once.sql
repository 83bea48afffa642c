CREATE FUNCTION "qc_values_closed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Of all values that a statement inserts, each record once: by row it took a third of the time of writing records.
  -- Each status is looked up by its key, whatever the planner thinks of the number of rows.
  IF EXISTS (SELECT 1 FROM (SELECT DISTINCT "qc_value_base_id" FROM "given") AS "of" WHERE (SELECT "status" FROM "qc_value_base" AS "record" WHERE "record"."qc_value_base_id" = "of"."qc_value_base_id") IN ('approved', 'voided')) THEN RAISE EXCEPTION 'qc_value: the record is approved or voided'; END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER "qc_value_closed" ON "qc_value";--> statement-breakpoint
CREATE TRIGGER "qc_value_closed" BEFORE UPDATE OR DELETE ON "qc_value" FOR EACH ROW EXECUTE FUNCTION "qc_value_closed"();--> statement-breakpoint
CREATE TRIGGER "qc_value_closed_insert" AFTER INSERT ON "qc_value" REFERENCING NEW TABLE AS "given" FOR EACH STATEMENT EXECUTE FUNCTION "qc_values_closed"();
