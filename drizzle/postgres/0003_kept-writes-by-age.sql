DROP INDEX "sys_idempotency_created";--> statement-breakpoint
CREATE INDEX "sys_idempotency_age" ON "sys_idempotency" USING btree ("user_id","created_at");