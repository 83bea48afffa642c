ALTER TABLE `sys_config` ADD `is_secret` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `sys_dept` ADD `dept_name_en` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sys_dict_type` ADD `dict_name_en` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sys_dict_type` ADD `remark_en` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `qc_display` ADD `expires_at` integer;--> statement-breakpoint
ALTER TABLE `qc_instrument` ADD `expires_at` integer;--> statement-breakpoint
ALTER TABLE `sys_job_run` ADD `job_name_en` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sys_job` ADD `job_name_en` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sys_post` ADD `post_name_en` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sys_post` ADD `remark_en` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sys_role` ADD `role_name_en` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sys_role` ADD `remark_en` text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Until now what a parameter is called made it a secret: those that were secret stay so, and so do those in the trash.
UPDATE `sys_config` SET `is_secret` = 1 WHERE config_key <> 'qc_signaturePassword' AND (
    lower(config_key) LIKE '%password%' OR
    lower(config_key) LIKE '%passwd%' OR
    lower(config_key) LIKE '%pwd%' OR
    lower(config_key) LIKE '%token%' OR
    lower(config_key) LIKE '%secret%' OR
    lower(config_key) LIKE '%hash%' OR
    lower(config_key) LIKE '%credential%' OR
    lower(config_key) LIKE '%cookie%' OR
    lower(config_key) LIKE '%authorization%' OR
    lower(config_key) LIKE '%密码%' OR
    lower(config_key) LIKE '%口令%' OR
    lower(config_key) LIKE '%令牌%' OR
    lower(config_key) LIKE '%密钥%' OR
    substr(lower(config_key), -4) IN ('_key', '.key') OR lower(config_key) LIKE '%privatekey' OR lower(config_key) LIKE '%apikey');--> statement-breakpoint
UPDATE `sys_trash` SET `content` = json_set(`content`, '$[0][0].isSecret', json('true'))
  WHERE `kind` = 'config' AND json_extract(content, '$[0][0].configKey') <> 'qc_signaturePassword' AND (
    lower(json_extract(content, '$[0][0].configKey')) LIKE '%password%' OR
    lower(json_extract(content, '$[0][0].configKey')) LIKE '%passwd%' OR
    lower(json_extract(content, '$[0][0].configKey')) LIKE '%pwd%' OR
    lower(json_extract(content, '$[0][0].configKey')) LIKE '%token%' OR
    lower(json_extract(content, '$[0][0].configKey')) LIKE '%secret%' OR
    lower(json_extract(content, '$[0][0].configKey')) LIKE '%hash%' OR
    lower(json_extract(content, '$[0][0].configKey')) LIKE '%credential%' OR
    lower(json_extract(content, '$[0][0].configKey')) LIKE '%cookie%' OR
    lower(json_extract(content, '$[0][0].configKey')) LIKE '%authorization%' OR
    lower(json_extract(content, '$[0][0].configKey')) LIKE '%密码%' OR
    lower(json_extract(content, '$[0][0].configKey')) LIKE '%口令%' OR
    lower(json_extract(content, '$[0][0].configKey')) LIKE '%令牌%' OR
    lower(json_extract(content, '$[0][0].configKey')) LIKE '%密钥%' OR
    substr(lower(json_extract(content, '$[0][0].configKey')), -4) IN ('_key', '.key') OR lower(json_extract(content, '$[0][0].configKey')) LIKE '%privatekey' OR lower(json_extract(content, '$[0][0].configKey')) LIKE '%apikey');
