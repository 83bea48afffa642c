DROP TRIGGER "qc_audit_closed" ON "qc_audit";
--> statement-breakpoint
CREATE FUNCTION "qc_audit_redaction"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF to_jsonb(NEW) - '{new,reason}'::text[] = to_jsonb(OLD) - '{new,reason}'::text[]
      AND (NEW."new" IS NOT DISTINCT FROM OLD."new" OR (OLD."entity" = 'record' AND OLD."action" = 'comment' AND NEW."new" IS NOT DISTINCT FROM '██████'))
      AND (NEW."reason" IS NOT DISTINCT FROM OLD."reason" OR (OLD."reason" IS NOT NULL AND NEW."reason" IS NOT DISTINCT FROM '██████'))
      AND EXISTS (SELECT 1 FROM "qc_audit" r WHERE r."entity" = 'audit' AND r."entity_id" = OLD."id" AND r."action" = 'redact' AND r."id" > OLD."id")
    THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'qc_audit: nothing of it is ever changed';
END $$;
--> statement-breakpoint
CREATE TRIGGER "qc_audit_closed" BEFORE UPDATE OR DELETE ON "qc_audit" FOR EACH ROW EXECUTE FUNCTION "qc_audit_redaction"();
--> statement-breakpoint
DROP TRIGGER "qc_signature_closed" ON "qc_signature";
--> statement-breakpoint
CREATE FUNCTION "qc_signature_redaction"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF to_jsonb(NEW) - '{reason}'::text[] = to_jsonb(OLD) - '{reason}'::text[]
      AND NEW."reason" IS NOT DISTINCT FROM '██████'
      AND EXISTS (SELECT 1 FROM "qc_audit" r INNER JOIN "qc_audit" e ON e."id" = r."entity_id"
        WHERE r."entity" = 'audit' AND r."action" = 'redact' AND r."id" > e."id"
        AND e."entity" = OLD."entity" AND e."entity_id" = OLD."entity_id" AND e."actor_id" = OLD."signer_id" AND e."at" = OLD."signed_at" AND e."reason" = OLD."reason")
    THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'qc_signature: nothing of it is ever changed';
END $$;
--> statement-breakpoint
CREATE TRIGGER "qc_signature_closed" BEFORE UPDATE OR DELETE ON "qc_signature" FOR EACH ROW EXECUTE FUNCTION "qc_signature_redaction"();
--> statement-breakpoint
DROP TRIGGER "qc_comment_closed" ON "qc_comment";
--> statement-breakpoint
CREATE FUNCTION "qc_comment_redaction"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF to_jsonb(NEW) - '{text}'::text[] = to_jsonb(OLD) - '{text}'::text[]
      AND NEW."text" = '██████'
      AND EXISTS (SELECT 1 FROM "qc_audit" r INNER JOIN "qc_audit" e ON e."id" = r."entity_id"
        WHERE r."entity" = 'audit' AND r."action" = 'redact' AND r."id" > e."id"
        AND e."entity" = 'record' AND e."entity_id" = OLD."qc_value_base_id" AND e."action" = 'comment' AND e."actor_id" = OLD."author_id" AND e."at" = OLD."created_at" AND e."new" = OLD."text")
    THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'qc_comment: nothing of it is ever changed';
END $$;
--> statement-breakpoint
CREATE TRIGGER "qc_comment_closed" BEFORE UPDATE OR DELETE ON "qc_comment" FOR EACH ROW EXECUTE FUNCTION "qc_comment_redaction"();
