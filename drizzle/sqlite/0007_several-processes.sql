ALTER TABLE `sys_job_run` ADD `due_at` integer;--> statement-breakpoint
ALTER TABLE `sys_job_run` ADD `alive_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `sys_job_run_due` ON `sys_job_run` (`job_id`,`due_at`);--> statement-breakpoint
UPDATE `sys_job_run` SET `finished_at` = `started_at`, `status` = '1', `message` = '' WHERE `finished_at` IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `sys_job_run_open` ON `sys_job_run` (`job_id`) WHERE finished_at is null;