ALTER TABLE "sys_config" ADD COLUMN "is_secret" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_dept" ADD COLUMN "dept_name_en" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_dict_type" ADD COLUMN "dict_name_en" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_dict_type" ADD COLUMN "remark_en" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "qc_display" ADD COLUMN "expires_at" bigint;--> statement-breakpoint
ALTER TABLE "qc_instrument" ADD COLUMN "expires_at" bigint;--> statement-breakpoint
ALTER TABLE "sys_job_run" ADD COLUMN "job_name_en" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_job" ADD COLUMN "job_name_en" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_post" ADD COLUMN "post_name_en" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_post" ADD COLUMN "remark_en" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_role" ADD COLUMN "role_name_en" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_role" ADD COLUMN "remark_en" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Until now what a parameter is called made it a secret: those that were secret stay so, and so do those in the trash.
UPDATE "sys_config" SET "is_secret" = true WHERE "config_key" <> 'qc_signaturePassword'
  AND "config_key" ~* '(password|passwd|pwd|token|secret|hash|credential|cookie|authorization|密码|口令|令牌|密钥)|[_.]key$|(private|api)key$';--> statement-breakpoint
UPDATE "sys_trash" SET "content" = jsonb_set("content"::jsonb, '{0,0,isSecret}', 'true')::text
  WHERE "kind" = 'config' AND ("content"::jsonb -> 0 -> 0 ->> 'configKey') <> 'qc_signaturePassword'
  AND ("content"::jsonb -> 0 -> 0 ->> 'configKey') ~* '(password|passwd|pwd|token|secret|hash|credential|cookie|authorization|密码|口令|令牌|密钥)|[_.]key$|(private|api)key$';
