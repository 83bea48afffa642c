CREATE TABLE `sys_config` (
	`config_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`config_name` text NOT NULL,
	`config_key` text NOT NULL,
	`config_value` text NOT NULL,
	`is_frontend` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sys_config_key` ON `sys_config` (`config_key`);--> statement-breakpoint
CREATE TABLE `sys_credential` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`password_hash` text NOT NULL,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `sys_user`(`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `sys_menu` (
	`menu_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`parent_id` integer DEFAULT 0 NOT NULL,
	`menu_type` text NOT NULL,
	`menu_name` text DEFAULT '' NOT NULL,
	`title` text NOT NULL,
	`title_en` text DEFAULT '' NOT NULL,
	`icon` text DEFAULT '' NOT NULL,
	`path` text DEFAULT '' NOT NULL,
	`component` text DEFAULT '' NOT NULL,
	`visible` text DEFAULT '0' NOT NULL,
	`no_cache` integer DEFAULT false NOT NULL,
	`permission` text DEFAULT '' NOT NULL,
	`sort` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sys_menu_parent` ON `sys_menu` (`parent_id`,`sort`);--> statement-breakpoint
CREATE TABLE `sys_role_menu` (
	`role_id` integer NOT NULL,
	`menu_id` integer NOT NULL,
	PRIMARY KEY(`role_id`, `menu_id`),
	FOREIGN KEY (`role_id`) REFERENCES `sys_role`(`role_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`menu_id`) REFERENCES `sys_menu`(`menu_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sys_role_menu_menu` ON `sys_role_menu` (`menu_id`);--> statement-breakpoint
CREATE TABLE `sys_role` (
	`role_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`role_name` text NOT NULL,
	`role_key` text NOT NULL,
	`role_sort` integer DEFAULT 0 NOT NULL,
	`status` text NOT NULL,
	`data_scope` text DEFAULT '' NOT NULL,
	`remark` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sys_role_key` ON `sys_role` (lower("role_key"));--> statement-breakpoint
CREATE INDEX `sys_role_sort` ON `sys_role` (`role_sort`,`role_id`);--> statement-breakpoint
CREATE TABLE `sys_seed` (
	`seed_key` text PRIMARY KEY NOT NULL,
	`applied_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sys_session` (
	`session_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` integer NOT NULL,
	`signed_in_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `sys_user`(`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sys_session_token` ON `sys_session` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sys_session_user` ON `sys_session` (`user_id`,`revoked_at`);--> statement-breakpoint
CREATE INDEX `sys_session_end` ON `sys_session` (`ends_at`);--> statement-breakpoint
CREATE TABLE `sys_user_role` (
	`user_id` integer NOT NULL,
	`role_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `role_id`),
	FOREIGN KEY (`user_id`) REFERENCES `sys_user`(`user_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`role_id`) REFERENCES `sys_role`(`role_id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `sys_user_role_role` ON `sys_user_role` (`role_id`);--> statement-breakpoint
CREATE TABLE `sys_user` (
	`user_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`nick_name` text NOT NULL,
	`avatar` text DEFAULT '' NOT NULL,
	`introduction` text DEFAULT '' NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sys_user_username_key` ON `sys_user` (`username_key`);