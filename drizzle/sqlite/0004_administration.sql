CREATE TABLE `sys_api_title` (
	`id` integer PRIMARY KEY NOT NULL,
	`title` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sys_dept` (
	`dept_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`parent_id` integer DEFAULT 0 NOT NULL,
	`dept_path` text NOT NULL,
	`dept_name` text NOT NULL,
	`sort` integer DEFAULT 0 NOT NULL,
	`leader` text DEFAULT '' NOT NULL,
	`phone` text DEFAULT '' NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`status` text NOT NULL,
	`create_by` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sys_dept_parent` ON `sys_dept` (`parent_id`,`sort`);--> statement-breakpoint
CREATE TABLE `sys_dict_data` (
	`dict_code` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`dict_type` text NOT NULL,
	`dict_label` text NOT NULL,
	`dict_value` text NOT NULL,
	`dict_sort` integer DEFAULT 0 NOT NULL,
	`status` text NOT NULL,
	`css_class` text DEFAULT '' NOT NULL,
	`list_class` text DEFAULT '' NOT NULL,
	`is_default` text DEFAULT '' NOT NULL,
	`default_value` text DEFAULT '' NOT NULL,
	`remark` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sys_dict_data_value` ON `sys_dict_data` (`dict_type`,`dict_value`);--> statement-breakpoint
CREATE INDEX `sys_dict_data_sort` ON `sys_dict_data` (`dict_type`,`dict_sort`,`dict_code`);--> statement-breakpoint
CREATE TABLE `sys_dict_type` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`dict_name` text NOT NULL,
	`dict_type` text NOT NULL,
	`status` text NOT NULL,
	`remark` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sys_dict_type_key` ON `sys_dict_type` (lower("dict_type"));--> statement-breakpoint
CREATE TABLE `sys_job_run` (
	`run_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer NOT NULL,
	`job_name` text NOT NULL,
	`kind` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`status` text NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	`is_by_hand` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sys_job_run_job` ON `sys_job_run` (`job_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `sys_job_run_at` ON `sys_job_run` (`started_at`,`run_id`);--> statement-breakpoint
CREATE TABLE `sys_job` (
	`job_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_name` text NOT NULL,
	`job_group` text NOT NULL,
	`kind` text NOT NULL,
	`cron_expression` text NOT NULL,
	`args` text DEFAULT '' NOT NULL,
	`misfire_policy` integer DEFAULT 1 NOT NULL,
	`concurrent` integer DEFAULT 1 NOT NULL,
	`status` text NOT NULL,
	`create_by` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sys_opera_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`action` text NOT NULL,
	`stem` text NOT NULL,
	`summary` text NOT NULL,
	`request_method` text NOT NULL,
	`url` text NOT NULL,
	`user_id` integer NOT NULL,
	`username` text NOT NULL,
	`dept_name` text DEFAULT '' NOT NULL,
	`address` text NOT NULL,
	`user_agent` text NOT NULL,
	`record` text DEFAULT '' NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`before` text DEFAULT '' NOT NULL,
	`after` text DEFAULT '' NOT NULL,
	`status` text NOT NULL,
	`code` integer NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	`latency_ms` integer NOT NULL,
	`request_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sys_opera_log_at` ON `sys_opera_log` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `sys_opera_log_stem` ON `sys_opera_log` (`stem`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `sys_opera_log_user` ON `sys_opera_log` (`username`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `sys_opera_log_status` ON `sys_opera_log` (`status`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `sys_opera_log_method` ON `sys_opera_log` (`request_method`,`at`,`id`);--> statement-breakpoint
CREATE TABLE `sys_post` (
	`post_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`post_name` text NOT NULL,
	`post_code` text NOT NULL,
	`sort` integer DEFAULT 0 NOT NULL,
	`status` text NOT NULL,
	`remark` text DEFAULT '' NOT NULL,
	`create_by` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sys_post_code` ON `sys_post` (lower("post_code"));--> statement-breakpoint
CREATE INDEX `sys_post_sort` ON `sys_post` (`sort`,`post_id`);--> statement-breakpoint
CREATE TABLE `sys_role_dept` (
	`role_id` integer NOT NULL,
	`dept_id` integer NOT NULL,
	PRIMARY KEY(`role_id`, `dept_id`),
	FOREIGN KEY (`role_id`) REFERENCES `sys_role`(`role_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`dept_id`) REFERENCES `sys_dept`(`dept_id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `sys_role_dept_dept` ON `sys_role_dept` (`dept_id`);--> statement-breakpoint
CREATE TABLE `sys_trash` (
	`trash_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`record_id` integer NOT NULL,
	`name` text NOT NULL,
	`content` text NOT NULL,
	`dept_id` integer,
	`create_by` integer,
	`deleted_by` integer NOT NULL,
	`deleted_by_name` text NOT NULL,
	`deleted_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sys_trash_record` ON `sys_trash` (`kind`,`record_id`);--> statement-breakpoint
CREATE INDEX `sys_trash_at` ON `sys_trash` (`deleted_at`,`trash_id`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_sys_file` (
	`file_name` text PRIMARY KEY NOT NULL,
	`media_type` text NOT NULL,
	`content` text NOT NULL,
	`owner_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `sys_user`(`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_sys_file`("file_name", "media_type", "content", "owner_id", "created_at") SELECT "file_name", "media_type", "content", "owner_id", "created_at" FROM `sys_file`;--> statement-breakpoint
DROP TABLE `sys_file`;--> statement-breakpoint
ALTER TABLE `__new_sys_file` RENAME TO `sys_file`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `sys_file_owner` ON `sys_file` (`owner_id`);--> statement-breakpoint
ALTER TABLE `sys_config` ADD `config_type` text DEFAULT 'N' NOT NULL;--> statement-breakpoint
ALTER TABLE `sys_config` ADD `remark` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sys_menu` ADD `active_menu` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sys_menu` ADD `created_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sys_menu` ADD `updated_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sys_role` ADD `create_by` integer;--> statement-breakpoint
ALTER TABLE `sys_user` ADD `dept_id` integer REFERENCES sys_dept(dept_id);--> statement-breakpoint
ALTER TABLE `sys_user` ADD `post_id` integer REFERENCES sys_post(post_id);--> statement-breakpoint
ALTER TABLE `sys_user` ADD `remark` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sys_user` ADD `must_change_password` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `sys_user` ADD `create_by` integer;--> statement-breakpoint
CREATE INDEX `sys_user_dept` ON `sys_user` (`dept_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `sys_user_post` ON `sys_user` (`post_id`);--> statement-breakpoint
CREATE INDEX `sys_user_creator` ON `sys_user` (`create_by`);