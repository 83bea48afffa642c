DROP INDEX `sys_session_token`;--> statement-breakpoint
ALTER TABLE `sys_session` DROP COLUMN `token_hash`;