ALTER TABLE "sys_job_run" ADD COLUMN "due_at" bigint;--> statement-breakpoint
ALTER TABLE "sys_job_run" ADD COLUMN "alive_at" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "sys_job_run_due" ON "sys_job_run" USING btree ("job_id","due_at");--> statement-breakpoint
UPDATE "sys_job_run" SET "finished_at" = "started_at", "status" = '1', "message" = '' WHERE "finished_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "sys_job_run_open" ON "sys_job_run" USING btree ("job_id") WHERE finished_at is null;
--> statement-breakpoint
CREATE SEQUENCE "caliper_board_turn";
--> statement-breakpoint
CREATE UNLOGGED TABLE "caliper_board" (
	"shelf" text NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	"ends_at" bigint NOT NULL,
	"turn" bigint DEFAULT nextval('caliper_board_turn') NOT NULL,
	CONSTRAINT "caliper_board_pk" PRIMARY KEY ("shelf", "key")
);
--> statement-breakpoint
CREATE INDEX "caliper_board_order" ON "caliper_board" USING btree ("shelf","turn");
--> statement-breakpoint
CREATE INDEX "caliper_board_end" ON "caliper_board" USING btree ("ends_at");
--> statement-breakpoint
CREATE TABLE "caliper_key" ("purpose" text PRIMARY KEY, "salt" text NOT NULL);
--> statement-breakpoint
CREATE FUNCTION "caliper_news"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_notify('caliper', TG_ARGV[0]); RETURN NULL; END $$;
--> statement-breakpoint
CREATE TRIGGER "qc_outbox_news" AFTER INSERT ON "qc_outbox" FOR EACH STATEMENT EXECUTE FUNCTION "caliper_news"('feed');
--> statement-breakpoint
CREATE TRIGGER "sys_job_news" AFTER INSERT OR UPDATE OR DELETE ON "sys_job" FOR EACH STATEMENT EXECUTE FUNCTION "caliper_news"('job');
