CREATE TABLE "sys_reserved_name" (
	"username_key" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "qc_value_base" ADD COLUMN "submitted_by_name" text;--> statement-breakpoint
ALTER TABLE "qc_value" ADD COLUMN "gauge_overdue_since" bigint;--> statement-breakpoint
CREATE INDEX "qc_audit_actor" ON "qc_audit" USING btree ("actor_id");
--> statement-breakpoint
INSERT INTO "sys_reserved_name" ("username_key", "user_id")
SELECT lower(CASE WHEN "name" ~ ' \([^()]*\)$' THEN substring("name" from '\(([^()]*)\)$') ELSE "name" END), min("id")
FROM (SELECT "actor_id" AS "id", "actor_name" AS "name" FROM "qc_audit" UNION SELECT "signer_id", "signer_name" FROM "qc_signature" UNION SELECT "operator_id", "operator_name" FROM "qc_value_base") AS acts
WHERE "id" > 0 GROUP BY 1 ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO "sys_reserved_name" ("username_key", "user_id")
SELECT "content"::jsonb #>> '{0,0,usernameKey}', min("record_id") FROM "sys_trash"
WHERE "kind" = 'user' AND "content"::jsonb #>> '{0,0,usernameKey}' IS NOT NULL
AND (EXISTS (SELECT 1 FROM "qc_audit" WHERE "actor_id" = "record_id") OR EXISTS (SELECT 1 FROM "qc_value_base" WHERE "operator_id" = "record_id")) GROUP BY 1 ON CONFLICT DO NOTHING;
--> statement-breakpoint
UPDATE "qc_value_base" SET "submitted_by_name" = coalesce(
  (SELECT a."actor_name" FROM "qc_audit" a WHERE a."entity" = 'record' AND a."entity_id" = "qc_value_base"."qc_value_base_id" AND a."action" = 'submit' AND a."field" IS NULL AND a."actor_id" = "qc_value_base"."submitted_by" ORDER BY a."id" DESC LIMIT 1),
  (SELECT CASE WHEN u."nick_name" IN ('', u."username") THEN u."username" ELSE u."nick_name" || ' (' || u."username" || ')' END FROM "sys_user" u WHERE u."user_id" = "qc_value_base"."submitted_by")
) WHERE "submitted_by" IS NOT NULL;
