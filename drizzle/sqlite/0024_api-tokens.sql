CREATE TABLE `sys_api_token` (
	`token_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`user_id` integer NOT NULL,
	`scopes` text NOT NULL,
	`product_id` integer,
	`token_hash` text NOT NULL,
	`create_by` integer NOT NULL,
	`create_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	`seen_at` integer,
	FOREIGN KEY (`product_id`) REFERENCES `qc_product`(`product_id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "sys_api_token_kind" CHECK("sys_api_token"."kind" in ('personal', 'service', 'instrument'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sys_api_token_hash` ON `sys_api_token` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sys_api_token_user` ON `sys_api_token` (`user_id`);--> statement-breakpoint
CREATE INDEX `sys_api_token_product` ON `sys_api_token` (`product_id`);--> statement-breakpoint
ALTER TABLE `sys_opera_log` ADD `program` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `qc_audit` ADD `program` text;--> statement-breakpoint
INSERT INTO `sys_api_token` (`token_id`, `kind`, `name`, `user_id`, `scopes`, `product_id`, `token_hash`, `create_by`, `create_name`, `created_at`, `expires_at`, `revoked_at`, `seen_at`) SELECT `instrument_id`, 'instrument', `name`, `user_id`, '["qc:record:add","qc:record:submit"]', `product_id`, `token_hash`, `create_by`, `create_name`, `created_at`, `expires_at`, `revoked_at`, `seen_at` FROM `qc_instrument`;--> statement-breakpoint
DROP TABLE `qc_instrument`;