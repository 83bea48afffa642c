-- What roles, menus and departments grant is kept in memory for as long as this row stays as it is. A dump of an older version that is restored here leaves table and function in place.
DROP TABLE IF EXISTS "caliper_access";--> statement-breakpoint
CREATE TABLE "caliper_access" ("id" integer PRIMARY KEY DEFAULT 1 CHECK ("id" = 1), "version" uuid NOT NULL);--> statement-breakpoint
INSERT INTO "caliper_access" ("version") VALUES (gen_random_uuid());--> statement-breakpoint
CREATE OR REPLACE FUNCTION "caliper_access_changed"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  -- Random: a version that was rolled back never returns with other rights.
  UPDATE "caliper_access" SET "version" = gen_random_uuid();
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER "sys_user_role_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sys_user_role" FOR EACH STATEMENT EXECUTE FUNCTION "caliper_access_changed"();--> statement-breakpoint
CREATE OR REPLACE TRIGGER "sys_role_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sys_role" FOR EACH STATEMENT EXECUTE FUNCTION "caliper_access_changed"();--> statement-breakpoint
CREATE OR REPLACE TRIGGER "sys_role_menu_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sys_role_menu" FOR EACH STATEMENT EXECUTE FUNCTION "caliper_access_changed"();--> statement-breakpoint
CREATE OR REPLACE TRIGGER "sys_role_dept_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sys_role_dept" FOR EACH STATEMENT EXECUTE FUNCTION "caliper_access_changed"();--> statement-breakpoint
CREATE OR REPLACE TRIGGER "sys_menu_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sys_menu" FOR EACH STATEMENT EXECUTE FUNCTION "caliper_access_changed"();--> statement-breakpoint
CREATE OR REPLACE TRIGGER "sys_dept_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sys_dept" FOR EACH STATEMENT EXECUTE FUNCTION "caliper_access_changed"();