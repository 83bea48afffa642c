-- What roles, menus and departments grant is kept in memory for as long as this row stays as it is.
CREATE TABLE "caliper_access" ("version" uuid NOT NULL);--> statement-breakpoint
INSERT INTO "caliper_access" VALUES (gen_random_uuid());--> statement-breakpoint
CREATE FUNCTION "caliper_access_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Random: a version that was rolled back never returns with other rights.
  UPDATE "caliper_access" SET "version" = gen_random_uuid();
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "sys_user_role_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sys_user_role" FOR EACH STATEMENT EXECUTE FUNCTION "caliper_access_changed"();--> statement-breakpoint
CREATE TRIGGER "sys_role_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sys_role" FOR EACH STATEMENT EXECUTE FUNCTION "caliper_access_changed"();--> statement-breakpoint
CREATE TRIGGER "sys_role_menu_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sys_role_menu" FOR EACH STATEMENT EXECUTE FUNCTION "caliper_access_changed"();--> statement-breakpoint
CREATE TRIGGER "sys_role_dept_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sys_role_dept" FOR EACH STATEMENT EXECUTE FUNCTION "caliper_access_changed"();--> statement-breakpoint
CREATE TRIGGER "sys_menu_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sys_menu" FOR EACH STATEMENT EXECUTE FUNCTION "caliper_access_changed"();--> statement-breakpoint
CREATE TRIGGER "sys_dept_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sys_dept" FOR EACH STATEMENT EXECUTE FUNCTION "caliper_access_changed"();