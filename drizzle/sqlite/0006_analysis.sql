CREATE TABLE `qc_chart_day` (
	`template_id` integer NOT NULL,
	`day` integer NOT NULL,
	`revision` integer NOT NULL,
	PRIMARY KEY(`template_id`, `day`)
);
--> statement-breakpoint
CREATE TABLE `qc_display` (
	`display_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`product_id` integer NOT NULL,
	`token_hash` text NOT NULL,
	`create_by` integer NOT NULL,
	`create_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer,
	`seen_at` integer,
	FOREIGN KEY (`product_id`) REFERENCES `qc_product`(`product_id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `qc_display_token` ON `qc_display` (`token_hash`);--> statement-breakpoint
CREATE INDEX `qc_display_product` ON `qc_display` (`product_id`);--> statement-breakpoint
CREATE TABLE `qc_exclusion` (
	`exclusion_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`item_key` text NOT NULL,
	`qc_value_base_id` integer NOT NULL,
	`cause_code` text,
	`reason` text NOT NULL,
	`create_by` integer NOT NULL,
	`create_name` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`qc_value_base_id`) REFERENCES `qc_value_base`(`qc_value_base_id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `qc_exclusion_point` ON `qc_exclusion` (`item_key`,`qc_value_base_id`);--> statement-breakpoint
CREATE INDEX `qc_exclusion_record` ON `qc_exclusion` (`qc_value_base_id`);--> statement-breakpoint
CREATE TABLE `qc_limit_set` (
	`limit_set_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`template_id` integer NOT NULL,
	`item_key` text NOT NULL,
	`equipment_id` integer,
	`chart` text NOT NULL,
	`centre` real NOT NULL,
	`sigma` real NOT NULL,
	`rules` text NOT NULL,
	`base_from` integer,
	`base_to` integer,
	`points` integer,
	`excluded` text DEFAULT '[]' NOT NULL,
	`valid_from` integer NOT NULL,
	`valid_to` integer,
	`status` text NOT NULL,
	`reason` text NOT NULL,
	`create_by` integer NOT NULL,
	`create_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`template_id`) REFERENCES `qc_template`(`template_id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`equipment_id`) REFERENCES `qc_equipment`(`equipment_id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "qc_limit_set_status" CHECK("qc_limit_set"."status" in ('trial', 'active', 'retired')),
	CONSTRAINT "qc_limit_set_chart" CHECK("qc_limit_set"."chart" in ('imr', 'xbar-r', 'xbar-s', 'p', 'np', 'c', 'u', 'laney-p', 'laney-u')),
	CONSTRAINT "qc_limit_set_sigma" CHECK("qc_limit_set"."sigma" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `qc_limit_set_active` ON `qc_limit_set` (`item_key`) WHERE status = 'active' and equipment_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX `qc_limit_set_active_equipment` ON `qc_limit_set` (`item_key`,`equipment_id`) WHERE status = 'active' and equipment_id is not null;--> statement-breakpoint
CREATE INDEX `qc_limit_set_item` ON `qc_limit_set` (`item_key`,`valid_from`);--> statement-breakpoint
CREATE INDEX `qc_limit_set_template` ON `qc_limit_set` (`template_id`,`status`);--> statement-breakpoint
CREATE INDEX `qc_limit_set_equipment` ON `qc_limit_set` (`equipment_id`);--> statement-breakpoint
CREATE TABLE `qc_outbox` (
	`outbox_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`product_id` integer NOT NULL,
	`type` text NOT NULL,
	`dept_id` integer,
	`operator_id` integer NOT NULL,
	`payload` text NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `qc_product`(`product_id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `qc_outbox_product` ON `qc_outbox` (`product_id`,`outbox_id`);--> statement-breakpoint
CREATE TABLE `qc_signal` (
	`signal_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product_id` integer NOT NULL,
	`template_id` integer NOT NULL,
	`item_key` text NOT NULL,
	`limit_set_id` integer NOT NULL,
	`track` text NOT NULL,
	`rule` text NOT NULL,
	`qc_value_base_id` integer NOT NULL,
	`inspected_at` integer NOT NULL,
	`members` text NOT NULL,
	`side` text NOT NULL,
	`stat` real NOT NULL,
	`cl` real NOT NULL,
	`lcl` real,
	`ucl` real,
	`detected_at` integer NOT NULL,
	`state` text NOT NULL,
	`cause_code` text,
	`action_code` text,
	`comment` text DEFAULT '' NOT NULL,
	`ack_by` integer,
	`ack_name` text,
	`ack_at` integer,
	`closed_by` integer,
	`closed_name` text,
	`closed_at` integer,
	`gone_at` integer,
	`lock_version` integer DEFAULT 0 NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `qc_product`(`product_id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`template_id`) REFERENCES `qc_template`(`template_id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`limit_set_id`) REFERENCES `qc_limit_set`(`limit_set_id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`qc_value_base_id`) REFERENCES `qc_value_base`(`qc_value_base_id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "qc_signal_state_word" CHECK("qc_signal"."state" in ('open', 'acknowledged', 'closed', 'withdrawn')),
	CONSTRAINT "qc_signal_track" CHECK("qc_signal"."track" in ('location', 'dispersion'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `qc_signal_hit` ON `qc_signal` (`limit_set_id`,`track`,`rule`,`qc_value_base_id`);--> statement-breakpoint
CREATE INDEX `qc_signal_state` ON `qc_signal` (`state`,`detected_at`,`signal_id`);--> statement-breakpoint
CREATE INDEX `qc_signal_product` ON `qc_signal` (`product_id`,`state`,`detected_at`);--> statement-breakpoint
CREATE INDEX `qc_signal_item` ON `qc_signal` (`item_key`,`inspected_at`);--> statement-breakpoint
CREATE INDEX `qc_signal_template` ON `qc_signal` (`template_id`);--> statement-breakpoint
CREATE INDEX `qc_signal_record` ON `qc_signal` (`qc_value_base_id`);--> statement-breakpoint
DROP TRIGGER `qc_value_base_no_replace`;
--> statement-breakpoint
CREATE TRIGGER `qc_value_base_no_replace` BEFORE INSERT ON `qc_value_base` WHEN EXISTS (SELECT 1 FROM `qc_value_base` WHERE `qc_value_base_id` = new.`qc_value_base_id` OR `record_no` = new.`record_no` OR `client_uid` = new.`client_uid`) BEGIN SELECT RAISE(ABORT, 'qc_value_base: records are voided, never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER `qc_value_base_no_take` BEFORE UPDATE OF `record_no`, `client_uid` ON `qc_value_base` WHEN EXISTS (SELECT 1 FROM `qc_value_base` WHERE (`record_no` = new.`record_no` OR `client_uid` = new.`client_uid`) AND `qc_value_base_id` <> old.`qc_value_base_id`) BEGIN SELECT RAISE(ABORT, 'qc_value_base: records are voided, never deleted'); END;
