-- 410 is one refusal among others now; deliveries that it ended have no reason of their own any more.
UPDATE "webhook_deliveries" SET "end_reason" = 'attempts_used_up' WHERE "end_reason" = 'gone';
