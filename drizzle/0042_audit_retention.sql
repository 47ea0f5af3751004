-- Deletes expired entries and links as the owner of the tables, so that the role of the service needs no right to delete there. Whole
-- days, as they are chained; the newest link of each account before them stays: what is left begins after it.
CREATE FUNCTION "delete_expired_audit"("most" integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  since CONSTANT date := (now() AT TIME ZONE 'UTC' - interval '2 years')::date;
  entries integer;
  links integer;
BEGIN
  DELETE FROM public.audit_log WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM public.audit_log WHERE written_at < since::timestamp AT TIME ZONE 'UTC' LIMIT most));
  GET DIAGNOSTICS entries = ROW_COUNT;
  DELETE FROM public.audit_chain WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM public.audit_chain AS link WHERE day < since AND EXISTS (
      SELECT FROM public.audit_chain AS later
      WHERE later.account_id = link.account_id AND later.day > link.day AND later.day < since)
    LIMIT most));
  GET DIAGNOSTICS links = ROW_COUNT;
  RETURN entries + links;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION "delete_expired_audit"(integer) FROM PUBLIC;
