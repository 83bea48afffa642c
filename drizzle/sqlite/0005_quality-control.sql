CREATE TABLE `qc_audit_head` (
	`id` integer PRIMARY KEY NOT NULL,
	`last_id` integer NOT NULL,
	`last_hash` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `qc_audit` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor_id` integer NOT NULL,
	`actor_name` text NOT NULL,
	`entity` text NOT NULL,
	`entity_id` integer NOT NULL,
	`action` text NOT NULL,
	`field` text,
	`old` text,
	`new` text,
	`reason_code` text,
	`reason` text,
	`request_id` text NOT NULL,
	`prev_hash` text NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `qc_audit_entity` ON `qc_audit` (`entity`,`entity_id`,`id`);--> statement-breakpoint
CREATE INDEX `qc_audit_action` ON `qc_audit` (`action`,`id`);--> statement-breakpoint
CREATE INDEX `qc_audit_at` ON `qc_audit` (`at`,`id`);--> statement-breakpoint
CREATE TABLE `qc_equipment` (
	`equipment_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product_id` integer,
	`parent_id` integer,
	`code` text NOT NULL,
	`name` text NOT NULL,
	`name_en` text DEFAULT '' NOT NULL,
	`kind` text NOT NULL,
	`resolution` text,
	`calibration_due` integer,
	`status` text NOT NULL,
	`remark` text DEFAULT '' NOT NULL,
	`create_by` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `qc_product`(`product_id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`parent_id`) REFERENCES `qc_equipment`(`equipment_id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "qc_equipment_kind" CHECK("qc_equipment"."kind" in ('line', 'machine', 'station', 'gauge'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `qc_equipment_code` ON `qc_equipment` (lower("code"));--> statement-breakpoint
CREATE INDEX `qc_equipment_product` ON `qc_equipment` (`product_id`,`equipment_id`);--> statement-breakpoint
CREATE TABLE `qc_lot` (
	`lot_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product_id` integer NOT NULL,
	`lot_no` text NOT NULL,
	`qty` text,
	`supplier` text DEFAULT '' NOT NULL,
	`produced_at` integer,
	`status` text NOT NULL,
	`remark` text DEFAULT '' NOT NULL,
	`create_by` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `qc_product`(`product_id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "qc_lot_status" CHECK("qc_lot"."status" in ('open', 'hold', 'closed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `qc_lot_no` ON `qc_lot` (`product_id`,`lot_no`);--> statement-breakpoint
CREATE INDEX `qc_lot_created` ON `qc_lot` (`created_at`,`lot_id`);--> statement-breakpoint
CREATE TABLE `qc_product` (
	`product_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`code` text NOT NULL,
	`name` text NOT NULL,
	`name_en` text DEFAULT '' NOT NULL,
	`tz` text NOT NULL,
	`day_start_min` integer NOT NULL,
	`status` text NOT NULL,
	`sort` integer DEFAULT 0 NOT NULL,
	`remark` text DEFAULT '' NOT NULL,
	`create_by` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `qc_product_code` ON `qc_product` (lower("code"));--> statement-breakpoint
CREATE INDEX `qc_product_sort` ON `qc_product` (`sort`,`product_id`);--> statement-breakpoint
CREATE TABLE `qc_qr` (
	`code` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`ref_id` integer NOT NULL,
	`product_id` integer,
	`scans` integer DEFAULT 0 NOT NULL,
	`revoked_at` integer,
	`revoked_by` integer,
	`create_by` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `qc_product`(`product_id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "qc_qr_kind" CHECK("qc_qr"."kind" in ('record', 'template', 'lot', 'equipment'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `qc_qr_valid` ON `qc_qr` (`kind`,`ref_id`) WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX `qc_qr_created` ON `qc_qr` (`created_at`,`code`);--> statement-breakpoint
CREATE TABLE `qc_comment` (
	`comment_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`qc_value_base_id` integer NOT NULL,
	`text` text NOT NULL,
	`author_id` integer NOT NULL,
	`author_name` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`qc_value_base_id`) REFERENCES `qc_value_base`(`qc_value_base_id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `qc_comment_record` ON `qc_comment` (`qc_value_base_id`,`comment_id`);--> statement-breakpoint
CREATE TABLE `qc_counter` (
	`counter_key` text PRIMARY KEY NOT NULL,
	`last` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `qc_shift` (
	`shift_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product_id` integer NOT NULL,
	`code` text NOT NULL,
	`name` text NOT NULL,
	`name_en` text DEFAULT '' NOT NULL,
	`start_min` integer NOT NULL,
	`end_min` integer NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `qc_product`(`product_id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `qc_shift_code` ON `qc_shift` (`product_id`,`code`);--> statement-breakpoint
CREATE TABLE `qc_signature` (
	`signature_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`entity` text NOT NULL,
	`entity_id` integer NOT NULL,
	`rev` integer NOT NULL,
	`meaning` text NOT NULL,
	`signer_id` integer NOT NULL,
	`signer_name` text NOT NULL,
	`signed_at` integer NOT NULL,
	`content_sha256` text NOT NULL,
	`reason` text
);
--> statement-breakpoint
CREATE INDEX `qc_signature_of` ON `qc_signature` (`entity`,`entity_id`,`signature_id`);--> statement-breakpoint
CREATE TABLE `qc_template_item` (
	`item_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version_id` integer NOT NULL,
	`item_key` text NOT NULL,
	`seq` integer NOT NULL,
	`group_name` text DEFAULT '' NOT NULL,
	`code` text NOT NULL,
	`name` text NOT NULL,
	`name_en` text DEFAULT '' NOT NULL,
	`item_type` text NOT NULL,
	`unit` text DEFAULT '' NOT NULL,
	`decimals` integer DEFAULT 0 NOT NULL,
	`nominal` text,
	`lsl` text,
	`usl` text,
	`warn_low` text,
	`warn_high` text,
	`plaus_low` text,
	`plaus_high` text,
	`judge_mode` text NOT NULL,
	`sample_size` integer DEFAULT 1 NOT NULL,
	`severity` text NOT NULL,
	`required` text NOT NULL,
	`required_when` text DEFAULT '' NOT NULL,
	`visible_when` text DEFAULT '' NOT NULL,
	`formula` text DEFAULT '' NOT NULL,
	`choices` text DEFAULT '[]' NOT NULL,
	`gauge_kind` text DEFAULT '' NOT NULL,
	`instruction` text DEFAULT '' NOT NULL,
	`spc` integer DEFAULT false NOT NULL,
	`chart` text NOT NULL,
	`rules` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`version_id`) REFERENCES `qc_template_version`(`version_id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "qc_template_item_type" CHECK("qc_template_item"."item_type" in ('numeric', 'calculated', 'boolean', 'choice', 'multi', 'text', 'date', 'defectives', 'defects', 'note')),
	CONSTRAINT "qc_template_item_judge_mode" CHECK("qc_template_item"."judge_mode" in ('absolute', 'rounded')),
	CONSTRAINT "qc_template_item_severity" CHECK("qc_template_item"."severity" in ('critical', 'major', 'minor', 'info')),
	CONSTRAINT "qc_template_item_required" CHECK("qc_template_item"."required" in ('always', 'never', 'when')),
	CONSTRAINT "qc_template_item_sample_size" CHECK("qc_template_item"."sample_size" >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `qc_template_item_key` ON `qc_template_item` (`version_id`,`item_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `qc_template_item_code` ON `qc_template_item` (`version_id`,`code`);--> statement-breakpoint
CREATE INDEX `qc_template_item_of` ON `qc_template_item` (`item_key`);--> statement-breakpoint
CREATE TABLE `qc_template_version` (
	`version_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`template_id` integer NOT NULL,
	`version_no` integer NOT NULL,
	`status` text NOT NULL,
	`change_note` text DEFAULT '' NOT NULL,
	`effective_from` integer,
	`published_at` integer,
	`published_by` integer,
	`published_by_name` text DEFAULT '' NOT NULL,
	`content_sha256` text,
	`lock_version` integer DEFAULT 0 NOT NULL,
	`create_by` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`template_id`) REFERENCES `qc_template`(`template_id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "qc_template_version_status" CHECK("qc_template_version"."status" in ('draft', 'published', 'superseded'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `qc_template_version_no` ON `qc_template_version` (`template_id`,`version_no`);--> statement-breakpoint
CREATE UNIQUE INDEX `qc_template_version_draft` ON `qc_template_version` (`template_id`) WHERE status = 'draft';--> statement-breakpoint
CREATE UNIQUE INDEX `qc_template_version_published` ON `qc_template_version` (`template_id`) WHERE status = 'published';--> statement-breakpoint
CREATE TABLE `qc_template` (
	`template_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product_id` integer NOT NULL,
	`code` text NOT NULL,
	`name` text NOT NULL,
	`name_en` text DEFAULT '' NOT NULL,
	`stage` text NOT NULL,
	`owner_id` integer,
	`status` text NOT NULL,
	`chart_from` text NOT NULL,
	`sign_levels` integer NOT NULL,
	`is_lot_required` integer DEFAULT false NOT NULL,
	`remark` text DEFAULT '' NOT NULL,
	`create_by` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `qc_product`(`product_id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "qc_template_stage" CHECK("qc_template"."stage" in ('iqc', 'ipqc', 'fqc', 'oqc', 'first', 'patrol')),
	CONSTRAINT "qc_template_status" CHECK("qc_template"."status" in ('active', 'retired')),
	CONSTRAINT "qc_template_chart_from" CHECK("qc_template"."chart_from" in ('submitted', 'approved')),
	CONSTRAINT "qc_template_sign_levels" CHECK("qc_template"."sign_levels" in (0, 1, 2))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `qc_template_code` ON `qc_template` (`product_id`,lower("code"));--> statement-breakpoint
CREATE INDEX `qc_template_updated` ON `qc_template` (`updated_at`,`template_id`);--> statement-breakpoint
CREATE TABLE `qc_value_base` (
	`qc_value_base_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`record_no` text NOT NULL,
	`product_id` integer NOT NULL,
	`template_id` integer NOT NULL,
	`version_id` integer NOT NULL,
	`lot_id` integer,
	`equipment_id` integer,
	`shift_id` integer,
	`business_day` text NOT NULL,
	`operator_id` integer NOT NULL,
	`operator_name` text NOT NULL,
	`dept_id` integer,
	`create_by` integer NOT NULL,
	`sign_levels` integer NOT NULL,
	`inspected_at` integer NOT NULL,
	`tz_min` integer NOT NULL,
	`source` text NOT NULL,
	`status` text NOT NULL,
	`judgement` text NOT NULL,
	`ng_items` integer DEFAULT 0 NOT NULL,
	`warn_items` integer DEFAULT 0 NOT NULL,
	`missing_items` integer DEFAULT 0 NOT NULL,
	`first_judgement` text,
	`disposition` text,
	`retest_of` integer,
	`rev` integer DEFAULT 1 NOT NULL,
	`lock_version` integer DEFAULT 0 NOT NULL,
	`client_uid` text,
	`submitted_at` integer,
	`submitted_by` integer,
	`reviewed_at` integer,
	`reviewed_by` integer,
	`approved_at` integer,
	`approved_by` integer,
	`voided_at` integer,
	`void_reason` text DEFAULT '' NOT NULL,
	`content_at` integer NOT NULL,
	`remark` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `qc_product`(`product_id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`template_id`) REFERENCES `qc_template`(`template_id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`version_id`) REFERENCES `qc_template_version`(`version_id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`lot_id`) REFERENCES `qc_lot`(`lot_id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`equipment_id`) REFERENCES `qc_equipment`(`equipment_id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`shift_id`) REFERENCES `qc_shift`(`shift_id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`retest_of`) REFERENCES `qc_value_base`(`qc_value_base_id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "qc_value_base_sign_levels" CHECK("qc_value_base"."sign_levels" in (0, 1, 2)),
	CONSTRAINT "qc_value_base_status_word" CHECK("qc_value_base"."status" in ('draft', 'submitted', 'reviewed', 'approved', 'rejected', 'voided')),
	CONSTRAINT "qc_value_base_judgement_word" CHECK("qc_value_base"."judgement" in ('OK', 'WARN', 'NG', 'PENDING')),
	CONSTRAINT "qc_value_base_source_word" CHECK("qc_value_base"."source" in ('manual', 'offline', 'import', 'instrument'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `qc_value_base_no` ON `qc_value_base` (`record_no`);--> statement-breakpoint
CREATE UNIQUE INDEX `qc_value_base_client_uid` ON `qc_value_base` (`client_uid`);--> statement-breakpoint
CREATE INDEX `qc_value_base_inspected` ON `qc_value_base` (`inspected_at`,`qc_value_base_id`);--> statement-breakpoint
CREATE INDEX `qc_value_base_product` ON `qc_value_base` (`product_id`,`inspected_at`,`qc_value_base_id`);--> statement-breakpoint
CREATE INDEX `qc_value_base_template` ON `qc_value_base` (`template_id`,`inspected_at`,`qc_value_base_id`,`judgement`,`status`,`dept_id`,`operator_id`);--> statement-breakpoint
CREATE INDEX `qc_value_base_status` ON `qc_value_base` (`status`,`inspected_at`,`qc_value_base_id`);--> statement-breakpoint
CREATE INDEX `qc_value_base_judgement` ON `qc_value_base` (`judgement`,`inspected_at`,`qc_value_base_id`);--> statement-breakpoint
CREATE INDEX `qc_value_base_lot` ON `qc_value_base` (`lot_id`,`inspected_at`,`qc_value_base_id`);--> statement-breakpoint
CREATE INDEX `qc_value_base_equipment` ON `qc_value_base` (`equipment_id`,`inspected_at`,`qc_value_base_id`,`judgement`,`status`,`dept_id`,`operator_id`);--> statement-breakpoint
CREATE INDEX `qc_value_base_scope` ON `qc_value_base` (`dept_id`,`operator_id`);--> statement-breakpoint
CREATE INDEX `qc_value_base_operator` ON `qc_value_base` (`operator_id`,`inspected_at`,`qc_value_base_id`);--> statement-breakpoint
CREATE INDEX `qc_value_base_shift` ON `qc_value_base` (`shift_id`,`inspected_at`,`qc_value_base_id`);--> statement-breakpoint
CREATE INDEX `qc_value_base_day` ON `qc_value_base` (`business_day`,`product_id`,`judgement`);--> statement-breakpoint
CREATE INDEX `qc_value_base_version` ON `qc_value_base` (`version_id`);--> statement-breakpoint
CREATE INDEX `qc_value_base_retest` ON `qc_value_base` (`retest_of`);--> statement-breakpoint
CREATE TABLE `qc_value` (
	`value_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`qc_value_base_id` integer NOT NULL,
	`item_id` integer NOT NULL,
	`item_key` text NOT NULL,
	`sample_no` integer NOT NULL,
	`state` text NOT NULL,
	`missing_code` text,
	`raw` text,
	`num` real,
	`den` real,
	`judgement` text NOT NULL,
	`gauge_id` integer,
	`confirmed` integer DEFAULT false NOT NULL,
	`entered_by` integer NOT NULL,
	`entered_at` integer NOT NULL,
	`corrected` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`qc_value_base_id`) REFERENCES `qc_value_base`(`qc_value_base_id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`gauge_id`) REFERENCES `qc_equipment`(`equipment_id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "qc_value_state" CHECK("qc_value"."state" in ('present', 'missing', 'na')),
	CONSTRAINT "qc_value_judgement" CHECK("qc_value"."judgement" in ('OK', 'WARN', 'NG', 'PENDING')),
	CONSTRAINT "qc_value_sample_no" CHECK("qc_value"."sample_no" >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `qc_value_sample` ON `qc_value` (`qc_value_base_id`,`item_id`,`sample_no`);--> statement-breakpoint
CREATE INDEX `qc_value_item` ON `qc_value` (`item_key`,`qc_value_base_id`,`sample_no`,`num`);--> statement-breakpoint
CREATE INDEX `qc_value_gauge` ON `qc_value` (`gauge_id`) WHERE gauge_id is not null;--> statement-breakpoint
ALTER TABLE `sys_dict_data` ADD `dict_label_en` text DEFAULT '' NOT NULL;--> statement-breakpoint
INSERT INTO `qc_audit_head` (`id`, `last_id`, `last_hash`) VALUES (1, 0, '');
--> statement-breakpoint
CREATE TRIGGER `qc_audit_no_update` BEFORE UPDATE ON `qc_audit` BEGIN SELECT RAISE(ABORT, 'qc_audit: nothing of it is ever changed'); END;
--> statement-breakpoint
CREATE TRIGGER `qc_audit_no_delete` BEFORE DELETE ON `qc_audit` BEGIN SELECT RAISE(ABORT, 'qc_audit: nothing of it is ever changed'); END;
--> statement-breakpoint
CREATE TRIGGER `qc_audit_no_replace` BEFORE INSERT ON `qc_audit` WHEN EXISTS (SELECT 1 FROM `qc_audit` WHERE `id` = new.`id`) BEGIN SELECT RAISE(ABORT, 'qc_audit: nothing of it is ever changed'); END;
--> statement-breakpoint
CREATE TRIGGER `qc_signature_no_update` BEFORE UPDATE ON `qc_signature` BEGIN SELECT RAISE(ABORT, 'qc_signature: nothing of it is ever changed'); END;
--> statement-breakpoint
CREATE TRIGGER `qc_signature_no_delete` BEFORE DELETE ON `qc_signature` BEGIN SELECT RAISE(ABORT, 'qc_signature: nothing of it is ever changed'); END;
--> statement-breakpoint
CREATE TRIGGER `qc_signature_no_replace` BEFORE INSERT ON `qc_signature` WHEN EXISTS (SELECT 1 FROM `qc_signature` WHERE `signature_id` = new.`signature_id`) BEGIN SELECT RAISE(ABORT, 'qc_signature: nothing of it is ever changed'); END;
--> statement-breakpoint
CREATE TRIGGER `qc_comment_no_update` BEFORE UPDATE ON `qc_comment` BEGIN SELECT RAISE(ABORT, 'qc_comment: nothing of it is ever changed'); END;
--> statement-breakpoint
CREATE TRIGGER `qc_comment_no_delete` BEFORE DELETE ON `qc_comment` BEGIN SELECT RAISE(ABORT, 'qc_comment: nothing of it is ever changed'); END;
--> statement-breakpoint
CREATE TRIGGER `qc_comment_no_replace` BEFORE INSERT ON `qc_comment` WHEN EXISTS (SELECT 1 FROM `qc_comment` WHERE `comment_id` = new.`comment_id`) BEGIN SELECT RAISE(ABORT, 'qc_comment: nothing of it is ever changed'); END;
--> statement-breakpoint
CREATE TRIGGER `qc_value_base_no_delete` BEFORE DELETE ON `qc_value_base` BEGIN SELECT RAISE(ABORT, 'qc_value_base: records are voided, never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER `qc_value_base_no_replace` BEFORE INSERT ON `qc_value_base` WHEN EXISTS (SELECT 1 FROM `qc_value_base` WHERE `qc_value_base_id` = new.`qc_value_base_id` OR `record_no` = new.`record_no`) BEGIN SELECT RAISE(ABORT, 'qc_value_base: records are voided, never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER `qc_value_base_same_id` BEFORE UPDATE OF `qc_value_base_id` ON `qc_value_base` BEGIN SELECT RAISE(ABORT, 'qc_value_base: records are voided, never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER `qc_value_closed_insert` BEFORE INSERT ON `qc_value` WHEN (SELECT `status` FROM `qc_value_base` WHERE `qc_value_base_id` = new.`qc_value_base_id`) IN ('approved', 'voided') OR EXISTS (SELECT 1 FROM `qc_value` WHERE `value_id` = new.`value_id`) BEGIN SELECT RAISE(ABORT, 'qc_value: the record is approved or voided'); END;
--> statement-breakpoint
CREATE TRIGGER `qc_value_closed_update` BEFORE UPDATE ON `qc_value` WHEN (SELECT `status` FROM `qc_value_base` WHERE `qc_value_base_id` = old.`qc_value_base_id`) IN ('approved', 'voided') OR (SELECT `status` FROM `qc_value_base` WHERE `qc_value_base_id` = new.`qc_value_base_id`) IN ('approved', 'voided') OR new.`value_id` <> old.`value_id` BEGIN SELECT RAISE(ABORT, 'qc_value: the record is approved or voided'); END;
--> statement-breakpoint
CREATE TRIGGER `qc_value_closed_delete` BEFORE DELETE ON `qc_value` WHEN (SELECT `status` FROM `qc_value_base` WHERE `qc_value_base_id` = old.`qc_value_base_id`) IN ('approved', 'voided') BEGIN SELECT RAISE(ABORT, 'qc_value: the record is approved or voided'); END;
--> statement-breakpoint
CREATE TRIGGER `qc_template_item_closed_insert` BEFORE INSERT ON `qc_template_item` WHEN (SELECT `status` FROM `qc_template_version` WHERE `version_id` = new.`version_id`) <> 'draft' OR EXISTS (SELECT 1 FROM `qc_template_item` WHERE `item_id` = new.`item_id`) BEGIN SELECT RAISE(ABORT, 'qc_template_item: the version is published'); END;
--> statement-breakpoint
CREATE TRIGGER `qc_template_item_closed_update` BEFORE UPDATE ON `qc_template_item` WHEN (SELECT `status` FROM `qc_template_version` WHERE `version_id` = old.`version_id`) <> 'draft' OR (SELECT `status` FROM `qc_template_version` WHERE `version_id` = new.`version_id`) <> 'draft' OR new.`item_id` <> old.`item_id` BEGIN SELECT RAISE(ABORT, 'qc_template_item: the version is published'); END;
--> statement-breakpoint
CREATE TRIGGER `qc_template_item_closed_delete` BEFORE DELETE ON `qc_template_item` WHEN (SELECT `status` FROM `qc_template_version` WHERE `version_id` = old.`version_id`) <> 'draft' BEGIN SELECT RAISE(ABORT, 'qc_template_item: the version is published'); END;
