CREATE TABLE `sys_wecom_binding` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`corp_id` text NOT NULL,
	`member_id` text NOT NULL,
	`bound_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `sys_user`(`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sys_wecom_binding_member` ON `sys_wecom_binding` (`corp_id`,`member_id`);--> statement-breakpoint
CREATE TABLE `sys_file` (
	`file_name` text PRIMARY KEY NOT NULL,
	`media_type` text NOT NULL,
	`content` text NOT NULL,
	`owner_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `sys_user`(`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sys_file_owner` ON `sys_file` (`owner_id`);--> statement-breakpoint
CREATE TABLE `sys_idempotency` (
	`user_id` integer NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`answer` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `sys_user`(`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sys_idempotency_created` ON `sys_idempotency` (`created_at`);--> statement-breakpoint
CREATE TABLE `sys_login_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event` text NOT NULL,
	`status` text NOT NULL,
	`reason` text NOT NULL,
	`method` text NOT NULL,
	`user_id` integer,
	`username` text NOT NULL,
	`address` text NOT NULL,
	`user_agent` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sys_login_log_user` ON `sys_login_log` (`user_id`,`at`);--> statement-breakpoint
CREATE INDEX `sys_login_log_at` ON `sys_login_log` (`at`);--> statement-breakpoint
CREATE TABLE `sys_token` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`session_id` integer NOT NULL,
	`issued_at` integer NOT NULL,
	`replaced_at` integer,
	FOREIGN KEY (`session_id`) REFERENCES `sys_session`(`session_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sys_token_session` ON `sys_token` (`session_id`);--> statement-breakpoint
ALTER TABLE `sys_session` ADD `address` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sys_session` ADD `user_agent` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sys_session` ADD `method` text DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE `sys_session` ADD `acting_role_id` integer REFERENCES sys_role(role_id) ON DELETE cascade;--> statement-breakpoint
ALTER TABLE `sys_user` ADD `phone` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sys_user` ADD `email` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sys_user` ADD `sex` text DEFAULT '2' NOT NULL;--> statement-breakpoint
INSERT INTO "sys_token" ("token_hash", "session_id", "issued_at") SELECT "token_hash", "session_id", "signed_in_at" FROM "sys_session";
