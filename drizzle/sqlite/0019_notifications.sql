CREATE TABLE `qc_notification_rule` (
	`rule_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rule_name` text NOT NULL,
	`event` text NOT NULL,
	`product_id` integer,
	`severity` text DEFAULT 'any' NOT NULL,
	`channel` text NOT NULL,
	`receiver` text NOT NULL,
	`role_id` integer,
	`user_id` integer,
	`url` text DEFAULT '' NOT NULL,
	`quiet_from` text DEFAULT '' NOT NULL,
	`quiet_to` text DEFAULT '' NOT NULL,
	`digest_minutes` integer DEFAULT 0 NOT NULL,
	`language` text NOT NULL,
	`after_event_id` integer DEFAULT 0 NOT NULL,
	`status` text NOT NULL,
	`remark` text DEFAULT '' NOT NULL,
	`create_by` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "qc_notification_rule_channel" CHECK("qc_notification_rule"."channel" in ('email', 'wecom', 'webhook'))
);
--> statement-breakpoint
CREATE INDEX `qc_notification_rule_name` ON `qc_notification_rule` (`rule_name`,`rule_id`);--> statement-breakpoint
CREATE TABLE `qc_notification_delivery` (
	`delivery_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rule_id` integer NOT NULL,
	`rule_name` text NOT NULL,
	`event` text NOT NULL,
	`channel` text NOT NULL,
	`target` text NOT NULL,
	`user_id` integer NOT NULL,
	`recipient` text NOT NULL,
	`entity_id` integer NOT NULL,
	`subject` text NOT NULL,
	`occurrence` text NOT NULL,
	`dept_id` integer,
	`operator_id` integer,
	`state` text NOT NULL,
	`reason` text,
	`code` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`message_id` text,
	`tz` text NOT NULL,
	`due_at` integer NOT NULL,
	`next_at` integer NOT NULL,
	`tried_at` integer,
	`sent_at` integer,
	`created_at` integer NOT NULL,
	CONSTRAINT "qc_notification_delivery_state_word" CHECK("qc_notification_delivery"."state" in ('waiting', 'sending', 'sent', 'failed', 'skipped'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `qc_notification_delivery_once` ON `qc_notification_delivery` (`rule_id`,`user_id`,`occurrence`);--> statement-breakpoint
CREATE INDEX `qc_notification_delivery_open` ON `qc_notification_delivery` (`next_at`,`delivery_id`) WHERE state in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX `qc_notification_delivery_at` ON `qc_notification_delivery` (`created_at`,`delivery_id`);--> statement-breakpoint
CREATE INDEX `qc_notification_delivery_state` ON `qc_notification_delivery` (`state`,`created_at`,`delivery_id`);--> statement-breakpoint
CREATE INDEX `qc_notification_delivery_rule` ON `qc_notification_delivery` (`rule_id`,`created_at`,`delivery_id`);--> statement-breakpoint
CREATE INDEX `qc_notification_delivery_channel` ON `qc_notification_delivery` (`channel`,`created_at`,`delivery_id`);--> statement-breakpoint
CREATE TABLE `qc_notification_cursor` (
	`cursor_id` integer PRIMARY KEY NOT NULL,
	`event_id` integer NOT NULL
);
