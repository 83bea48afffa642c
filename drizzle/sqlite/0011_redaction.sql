DROP TRIGGER `qc_audit_no_update`;
--> statement-breakpoint
CREATE TRIGGER `qc_audit_no_update` BEFORE UPDATE ON `qc_audit` WHEN NOT (
  new.`id` IS old.`id` AND new.`at` IS old.`at` AND new.`actor_id` IS old.`actor_id` AND new.`actor_name` IS old.`actor_name` AND new.`entity` IS old.`entity` AND new.`entity_id` IS old.`entity_id` AND new.`action` IS old.`action` AND new.`field` IS old.`field` AND new.`old` IS old.`old` AND new.`reason_code` IS old.`reason_code` AND new.`request_id` IS old.`request_id` AND new.`prev_hash` IS old.`prev_hash` AND new.`hash` IS old.`hash`
  AND (new.`new` IS old.`new` OR (old.`entity` = 'record' AND old.`action` = 'comment' AND new.`new` IS '██████'))
  AND (new.`reason` IS old.`reason` OR (old.`reason` IS NOT NULL AND new.`reason` IS '██████'))
  AND EXISTS (SELECT 1 FROM `qc_audit` r WHERE r.`entity` = 'audit' AND r.`entity_id` = old.`id` AND r.`action` = 'redact' AND r.`id` > old.`id`)
) BEGIN SELECT RAISE(ABORT, 'qc_audit: nothing of it is ever changed'); END;
--> statement-breakpoint
DROP TRIGGER `qc_signature_no_update`;
--> statement-breakpoint
CREATE TRIGGER `qc_signature_no_update` BEFORE UPDATE ON `qc_signature` WHEN NOT (
  new.`signature_id` IS old.`signature_id` AND new.`entity` IS old.`entity` AND new.`entity_id` IS old.`entity_id` AND new.`rev` IS old.`rev` AND new.`meaning` IS old.`meaning` AND new.`signer_id` IS old.`signer_id` AND new.`signer_name` IS old.`signer_name` AND new.`signed_at` IS old.`signed_at` AND new.`content_sha256` IS old.`content_sha256`
  AND new.`reason` IS '██████'
  AND EXISTS (SELECT 1 FROM `qc_audit` r INNER JOIN `qc_audit` e ON e.`id` = r.`entity_id`
    WHERE r.`entity` = 'audit' AND r.`action` = 'redact' AND r.`id` > e.`id`
    AND e.`entity` = old.`entity` AND e.`entity_id` = old.`entity_id` AND e.`actor_id` = old.`signer_id` AND e.`at` = old.`signed_at` AND e.`reason` = old.`reason`)
) BEGIN SELECT RAISE(ABORT, 'qc_signature: nothing of it is ever changed'); END;
--> statement-breakpoint
DROP TRIGGER `qc_comment_no_update`;
--> statement-breakpoint
CREATE TRIGGER `qc_comment_no_update` BEFORE UPDATE ON `qc_comment` WHEN NOT (
  new.`comment_id` IS old.`comment_id` AND new.`qc_value_base_id` IS old.`qc_value_base_id` AND new.`author_id` IS old.`author_id` AND new.`author_name` IS old.`author_name` AND new.`created_at` IS old.`created_at`
  AND new.`text` IS '██████'
  AND EXISTS (SELECT 1 FROM `qc_audit` r INNER JOIN `qc_audit` e ON e.`id` = r.`entity_id`
    WHERE r.`entity` = 'audit' AND r.`action` = 'redact' AND r.`id` > e.`id`
    AND e.`entity` = 'record' AND e.`entity_id` = old.`qc_value_base_id` AND e.`action` = 'comment' AND e.`actor_id` = old.`author_id` AND e.`at` = old.`created_at` AND e.`new` = old.`text`)
) BEGIN SELECT RAISE(ABORT, 'qc_comment: nothing of it is ever changed'); END;
