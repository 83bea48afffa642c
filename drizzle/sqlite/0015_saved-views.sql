CREATE TABLE `sys_view` (
	`view_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`list` text NOT NULL,
	`view_name` text NOT NULL,
	`search` text NOT NULL,
	`columns` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `sys_user`(`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sys_view_name` ON `sys_view` (`user_id`,`list`,lower("view_name"));--> statement-breakpoint
CREATE TABLE `sys_view_role` (
	`view_id` integer NOT NULL,
	`role_id` integer NOT NULL,
	`is_default` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`view_id`, `role_id`),
	FOREIGN KEY (`view_id`) REFERENCES `sys_view`(`view_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`role_id`) REFERENCES `sys_role`(`role_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sys_view_role_role` ON `sys_view_role` (`role_id`);--> statement-breakpoint
CREATE TABLE `sys_view_default` (
	`user_id` integer NOT NULL,
	`list` text NOT NULL,
	`view_id` integer,
	PRIMARY KEY(`user_id`, `list`),
	FOREIGN KEY (`user_id`) REFERENCES `sys_user`(`user_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`view_id`) REFERENCES `sys_view`(`view_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sys_view_default_view` ON `sys_view_default` (`view_id`);--> statement-breakpoint
CREATE TABLE `sys_list_columns` (
	`user_id` integer NOT NULL,
	`list` text NOT NULL,
	`columns` text NOT NULL,
	PRIMARY KEY(`user_id`, `list`),
	FOREIGN KEY (`user_id`) REFERENCES `sys_user`(`user_id`) ON UPDATE no action ON DELETE cascade
);
