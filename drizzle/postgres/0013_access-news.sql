-- Who may do what has changed: live streams look again at their listeners.
CREATE TRIGGER "sys_session_news" AFTER UPDATE OF revoked_at, acting_role_id ON "sys_session" FOR EACH STATEMENT EXECUTE FUNCTION "caliper_news"('access');--> statement-breakpoint
CREATE TRIGGER "sys_user_news" AFTER UPDATE OF status, dept_id OR DELETE ON "sys_user" FOR EACH STATEMENT EXECUTE FUNCTION "caliper_news"('access');--> statement-breakpoint
CREATE TRIGGER "sys_user_role_news" AFTER INSERT OR UPDATE OR DELETE ON "sys_user_role" FOR EACH STATEMENT EXECUTE FUNCTION "caliper_news"('access');--> statement-breakpoint
CREATE TRIGGER "sys_role_news" AFTER UPDATE OR DELETE ON "sys_role" FOR EACH STATEMENT EXECUTE FUNCTION "caliper_news"('access');--> statement-breakpoint
CREATE TRIGGER "sys_role_menu_news" AFTER INSERT OR UPDATE OR DELETE ON "sys_role_menu" FOR EACH STATEMENT EXECUTE FUNCTION "caliper_news"('access');--> statement-breakpoint
CREATE TRIGGER "sys_role_dept_news" AFTER INSERT OR UPDATE OR DELETE ON "sys_role_dept" FOR EACH STATEMENT EXECUTE FUNCTION "caliper_news"('access');--> statement-breakpoint
CREATE TRIGGER "sys_menu_news" AFTER INSERT OR UPDATE OR DELETE ON "sys_menu" FOR EACH STATEMENT EXECUTE FUNCTION "caliper_news"('access');--> statement-breakpoint
CREATE TRIGGER "sys_dept_news" AFTER INSERT OR UPDATE OR DELETE ON "sys_dept" FOR EACH STATEMENT EXECUTE FUNCTION "caliper_news"('access');--> statement-breakpoint
CREATE TRIGGER "qc_display_news" AFTER UPDATE OF revoked_at, expires_at OR DELETE ON "qc_display" FOR EACH STATEMENT EXECUTE FUNCTION "caliper_news"('access');
