/** Written by `npm run docs` from docs/openapi.json: change the service's schemas instead. */
export interface paths {
    "/v1/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a mailbox
         * @description Deliverable, disposable, consumer webmail, catch-all, age of the domain; in about a second. No platform is asked. Billed as one lookup.
         */
        post: operations["checkEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check an IP address
         * @description A risk score of 0 to 100, flags for VPN, proxy, Tor and datacentre, location and network owner. No platform is asked. Billed as one lookup.
         */
        post: operations["checkIp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List lookups, most recent first
         * @description The account's lookups, most recent first. Single-subject checks are not listed.
         */
        get: operations["listLookups"];
        put?: never;
        /**
         * Look an identity up
         * @description Says on which platforms an identity is registered, with breach history and web mentions. Without `wait` or `instant` the answer is a PendingLookup: read the lookup by its id. A platform without a confident answer is omitted, and one that the kind of identity cannot reach is skipped. Billed as one lookup.
         */
        post: operations["createLookup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lookup/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one lookup
         * @description The full result, or `status: processing` while the lookup runs. An id of another account is answered like one that does not exist.
         */
        get: operations["getLookup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lookup/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Queue up to fifty lookups
         * @description Queues up to fifty lookups. A malformed item refuses the whole batch and nothing is billed. Afterwards every item is billed and queued on its own: one that runs out of credit does not touch the others. Each is read with GET /v1/lookup/{id}.
         */
        post: operations["createLookupBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lookup/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look an identity up and stream each result as it resolves
         * @description Server-sent events: each platform result as it resolves, then `done` exactly once, last. Leaving does not cancel the lookup; come back with `Last-Event-ID` and pay nothing; the first id comes before any result, and after that of `done` the answer is an empty 204. A key may have 20 streams open at a time; one more is refused with `rate_limit_exceeded` and not billed. A client that takes nothing for half a minute to a minute is disconnected, and a stream may end without `done` when the service restarts: come back. Comments are heartbeats and progress. Billed as one lookup.
         */
        get: operations["streamLookup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/phone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a phone line
         * @description Validity, carrier, line type and VOIP class. No platform is asked. Billed as one lookup.
         */
        post: operations["checkPhone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the platforms that can be asked
         * @description Every slug that `platforms` accepts, the query types that reach it, and whether it answers on the instant path.
         */
        get: operations["listPlatforms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the account
         * @description The plan of the account that the key belongs to, and what it used of its allowance in this period. Lookups under way are counted: they were billed when they were accepted. Needs a key with the scope `account`.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/account/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log
         * @description Who looked up, read or changed what in this account, latest first. Entries cannot be changed and are kept for two years. That of a change is there before its answer; those of reads and refusals follow within a second. Needs a key with the scope `account`.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/account/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List erasures
         * @description Erasures and dry runs of the account, newest first. They name no identity. Needs a key with the scope `account`.
         */
        get: operations["listErasures"];
        put?: never;
        /**
         * Erase an identity
         * @description Deletes, in this account, every lookup that names the identity, finished or not, with its results, facts, webhook events and deliveries; a lookup of several identities is deleted whole. Answered at once; `GET /v2/account/erasures/{id}` shows how far it is, and at the end the receipt. Without `"dryRun": false` it only counts. Bills stay. A request that is repeated under an Idempotency-Key whose lookup was erased is refused as another request. Needs a key with the scope `account`.
         */
        post: operations["createErasure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/account/erasures/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the receipt of an erasure
         * @description How far an erasure is; when it is done, the receipt: what was deleted, and what had been sent before. Needs a key with the scope `account`.
         */
        get: operations["getErasure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/account/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the account
         * @description Everything of the account that its people may see, as lines of JSON with a `type`: first `export`, last `end` with the number of lines of each type; without `end` the archive is incomplete. Secrets and digests are left out. What is added or deleted while it is read may be in it or not; each line is as it was when it was read. Needs a key with the scope `account`.
         */
        get: operations["exportAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/account/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invitations
         * @description Invitations that can still be accepted, the oldest first. Needs a key with the scope `account`.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite a person
         * @description Sends a mail with a link, and shows the link this once. It is valid for seven days, once, and only for somebody who signs in with that address. An open invitation to the same address is replaced. Needs a key with the scope `account`.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/account/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invitation
         * @description It can no longer be accepted. Needs a key with the scope `account`.
         */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/account/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Keys of the account, newest first, revoked and expired ones included. Keys themselves are shown once, when they are made. Needs a key with the scope `account`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Makes a key, shown once. A key cannot give scopes that it lacks itself. Needs a key with the scope `account`.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/account/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description From now on requests with the key are refused, in every process. The key of the request may revoke itself. Needs a key with the scope `account`.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/account/keys/{id}/roll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace an API key
         * @description Makes a new key with the name, the scopes and the expiry of this one, shown once. The old key works for the overlap, so that clients can change over without a refused request. Needs a key with the scope `account`.
         */
        post: operations["rollApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/account/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List mails
         * @description The latest mails about the account: to its holder about endpoints, and invitations. They are kept for 90 days. Codes to sign in are mailed to people and not shown. Needs a key with the scope `account`.
         */
        get: operations["listMails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/account/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description People who may use the account in the dashboard, the first member first. Needs a key with the scope `account`.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/account/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description From now on requests of this person for the account are refused, in every process. Owners are removed by owners only, and by no key. Needs a key with the scope `account`.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/account/purposes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the purposes
         * @description The purposes of which a v2 lookup may name one, and whether it has to. Needs a key with the scope `account`.
         */
        get: operations["getPurposes"];
        /**
         * Replace the purposes
         * @description Replaces the list, and says whether v2 lookups, streams and items of batches have to name a purpose of it. Lookups that were accepted before keep theirs. v1 has no field for it and takes lookups as before. Needs a key with the scope `account`.
         */
        put: operations["replacePurposes"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/account/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Try a retention period
         * @description Counts what a retention period would delete now. Nothing is changed. Needs a key with the scope `account`.
         */
        get: operations["previewRetention"];
        /**
         * Set the retention period
         * @description Finished lookups are deleted so many days after they were accepted, with all that came of them, in a run every hour. What is deleted cannot be brought back; bills stay. Needs a key with the scope `account`.
         */
        put: operations["setRetention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/account/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List suppressions
         * @description Entries of the account's suppression list, latest first. Those of the operator, which hold for all accounts, are not shown. To find the entry of an identity, add it again: the answer is the entry that there is. Needs a key with the scope `account`.
         */
        get: operations["listSuppressions"];
        put?: never;
        /**
         * Put an identity on the suppression list
         * @description From now on lookups of this account ask nothing about the identity: platforms are omitted as `suppressed`, modules are not run for it, and stored facts are not used. Such a lookup is billed as any other. Case does not count, nor does the tag of an address (`ada+news@…`). An identity that is on the list already keeps its entry. A lookup under way stops asking at its next step. Needs a key with the scope `account`.
         */
        post: operations["createSuppression"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/account/suppressions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take an identity off the suppression list
         * @description Lookups that are planned from now on ask about the identity again, unless it is on the operator's list. Needs a key with the scope `account`.
         */
        delete: operations["deleteSuppression"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/account/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the usage by day
         * @description What the account was billed, by day (UTC), key and module; days without lookups are left out. Deleted lookups are included: their bills stay. Needs a key with the scope `account`.
         */
        get: operations["getAccountUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List lookups and single checks, most recent first
         * @description Everything that the account looked up, single checks included, most recent first. Pages hang together: what is added meanwhile shifts nothing, so no lookup is skipped and none comes twice.
         */
        get: operations["listLookupsV2"];
        put?: never;
        /**
         * Look up to five identities of each kind up, with risk
         * @description Looks up to five e-mail addresses, phone numbers, usernames and IP addresses of one person up: where each is registered, how many platforms were omitted for which reason, what the modules found of each with how every source took part, and a risk score whose reasons add up. `mode` says how long the answer may wait. v1 shows the same lookup by the same id. Billed as one lookup, however many identities it has; on a credit plan each module costs its price for each identity of a kind.
         */
        post: operations["createLookupV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/lookup/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one lookup, with risk
         * @description The lookup with what is known of it by now: `status` says whether that is all. Single checks and lookups of v1 are read here as well. An id of another account is answered like one that does not exist. A finished lookup has an `ETag` and stays as it is; one under way has none.
         */
        get: operations["getLookupV2"];
        put?: never;
        post?: never;
        /**
         * Delete one lookup and everything that was found
         * @description Deletes a lookup in any state, with its results, what modules found, the facts that it would have lent to later lookups, and its `lookup.completed` event with every delivery and attempt. It stays billed. One that still runs asks no more platforms, is never finished and sends no webhook; what is on its way to a receiver at that moment may still arrive. A repeated request under its Idempotency-Key names the deleted id and bills nothing. Repeated, and for an id of another account, the answer is `not_found`.
         */
        delete: operations["deleteLookupV2"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/lookup/{id}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what each verdict of a lookup rests on
         * @description Every check of a lookup: what its answer, or its absence, rests on. For operators and for whoever doubts an answer.
         */
        get: operations["getLookupEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/lookup/{id}/omissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a lookup omitted, and why
         * @description Every platform and identity of a lookup without a confident answer, and why, in the order in which it became known; the lookup itself has the counts. Pages hang together: none is skipped or listed twice, also while the lookup runs, and what it adds later comes last. An id of another account is answered like one that does not exist.
         */
        get: operations["listLookupOmissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/lookup/{id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a lookup that was accepted before
         * @description The events of a lookup or single check of the account, from its beginning, as GET /v2/lookup/stream sends them, whichever way it was started: asynchronous, in a batch, by v1, under way or finished. Bills nothing. Its ids are those of the other stream: come back with `Last-Event-ID` here or there. An id of another account is answered like one that does not exist. A key may have 20 streams open at a time; one more is refused with `rate_limit_exceeded` and not billed. A client that takes nothing for half a minute to a minute is disconnected, and a stream may end without `done` when the service restarts: come back.
         */
        get: operations["followLookupV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/lookup/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Queue up to fifty lookups of several identities each
         * @description Queues up to fifty lookups, of every platform unless an item says `deep: false`. A malformed item refuses the whole batch and nothing is billed. Afterwards every item is billed and queued on its own: one that runs out of credit does not touch the others.
         */
        post: operations["createLookupBatchV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/lookup/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look several identities up and stream each answer as it resolves
         * @description Server-sent events: `result` or `omission` for each platform and identity, a finding for each module and identity, then `done` exactly once, last, equal to what GET /v2/lookup/{id} answers then. An answer that a later fact changes is told again. Leaving does not cancel the lookup; come back with `Last-Event-ID` and pay nothing. A key may have 20 streams open at a time; one more is refused with `rate_limit_exceeded` and not billed. A client that takes nothing for half a minute to a minute is disconnected, and a stream may end without `done` when the service restarts: come back. Billed as one lookup, however many identities it has; on a credit plan each module costs its price for each identity of a kind.
         */
        get: operations["streamLookupV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/lookups/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search the lookups of the account
         * @description Lookups and single checks that meet every condition, most recent first; without conditions, all. Identities are named in the body, because addresses of requests are written to logs. Bills nothing and looks nothing up. Pages hang together as those of GET /v2/lookup: send the same conditions with each cursor.
         */
        post: operations["searchLookups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/platforms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the platforms with their health
         * @description How the platforms do, in the order of their slugs; the answer is some seconds old at most. Without `limit` it is the whole list, about a megabyte: use the filters, pages, or the `ETag`. Pages hang together: none is skipped or listed twice.
         */
        get: operations["listPlatformStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/platforms/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one platform with its health over time
         * @description The platform as in the list, what its last controls showed through each way out of the service, and rules that changed and wait in shadow; whether the operator replaced it or switched it off.
         */
        get: operations["getPlatform"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sources of the modules
         * @description Where the modules have their facts from: which sources are configured, by which settings, how old their data are, and the credit that their licences ask for. The notes on a lookup's modules name sources as this list does.
         */
        get: operations["listSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries, newest first
         * @description The log of deliveries with its filters. Pages hang together: what is added meanwhile shifts nothing. Needs a key with the scope `webhooks`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List endpoints
         * @description Endpoints of the account, oldest first. Needs a key with the scope `webhooks`.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Add an endpoint
         * @description Adds an endpoint. Its address is looked at as every delivery will look at it, so that one that can never be delivered to is refused here, with the reason. The signing secret is shown once. Needs a key with the scope `webhooks`.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an endpoint
         * @description One endpoint, with its state and what ails it. Needs a key with the scope `webhooks`.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete an endpoint
         * @description Deletes the endpoint with its secrets and its log. What is on its way ends at its next step. Needs a key with the scope `webhooks`.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change an endpoint
         * @description Changes what is given. A new address resets the failure clock. Needs a key with the scope `webhooks`.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/v2/webhooks/endpoints/{id}/deliveries/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery with its attempts
         * @description A delivery with the bytes that it sends and every attempt that was made. Needs a key with the scope `webhooks`.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/endpoints/{id}/deliveries/{eventId}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event again
         * @description Sends an event again, delivered or not, with the same id and bytes, from the start of the schedule. Needs a key with the scope `webhooks`.
         */
        post: operations["resendWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/endpoints/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable an endpoint
         * @description Nothing is sent to the endpoint any more, and what was on its way ends. Needs a key with the scope `webhooks`.
         */
        post: operations["disableWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/endpoints/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable an endpoint
         * @description Switches the endpoint on, with its failure clock reset. `recover` sends what it missed. Needs a key with the scope `webhooks`.
         */
        post: operations["enableWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/endpoints/{id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend what failed since a time
         * @description Resends what failed since a moment, and sends what was missed while the endpoint was switched off. Count first with `dryRun`. Needs a key with the scope `webhooks`.
         */
        post: operations["recoverWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/endpoints/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the signing secret
         * @description Makes a new signing secret, shown once. While the overlap lasts every request carries a signature of each living secret, so that receivers can change over without losing an event. Needs a key with the scope `webhooks`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends `endpoint.test` on the path that every event takes, as a single attempt; its outcome is in the log. Needs a key with the scope `webhooks`.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how deliveries went over time
         * @description Deliveries, attempts and response times by endpoint and interval, made from the log of deliveries. Needs a key with the scope `webhooks`.
         */
        get: operations["readWebhookStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "lookup.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A lookup request has finished: once a request, not once a module; each batch item by itself.
         * @description Signed in `SVC-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of t.body>`; the id is also in `SVC-Event-Id`.
         */
        post: operations["on_lookup_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "usage.threshold_reached": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Usage reached 80 % or 100 % of the allowance; once each per billing period.
         * @description Signed in `SVC-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of t.body>`; the id is also in `SVC-Event-Id`.
         */
        post: operations["on_usage_threshold_reached"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "team.member_joined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A teammate has joined.
         * @description Signed in `SVC-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of t.body>`; the id is also in `SVC-Event-Id`.
         */
        post: operations["on_team_member_joined"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "endpoint.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test was asked for.
         * @description Signed in `SVC-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of t.body>`; the id is also in `SVC-Event-Id`.
         */
        post: operations["on_endpoint_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description A refusal. Match on `error.code`, never on the message: codes are stable, messages may be reworded. */
        ApiError: {
            error: {
                /**
                 * @description Machine-readable.
                 * @enum {string}
                 */
                code: "invalid_request" | "invalid_batch" | "unauthorized" | "not_signed_in" | "sign_in_failed" | "quota_exceeded" | "insufficient_credits" | "account_suspended" | "account_closed" | "insufficient_scope" | "insufficient_role" | "recent_sign_in_required" | "cross_site_request" | "not_found" | "method_not_allowed" | "idempotency_conflict" | "account_exists" | "endpoint_disabled" | "endpoint_limit_reached" | "platform_switched_off" | "key_limit_reached" | "member_exists" | "member_limit_reached" | "last_owner" | "passkey_limit_reached" | "erasure_unavailable" | "payload_too_large" | "unsupported_media_type" | "missing_subject" | "unknown_platform" | "invalid_email" | "invalid_phone" | "invalid_ip" | "purpose_required" | "unknown_purpose" | "endpoint_address_refused" | "invalid_parameter" | "passkey_refused" | "rate_limit_exceeded" | "internal_error" | "unavailable";
                /** @description Human-readable. */
                message: string;
                /** @description With 402 only: how much of the allowance is used. */
                details?: {
                    /** @enum {string} */
                    unit: "lookups" | "millicents";
                    /** @description Used in this period. */
                    used: number;
                    /** @description The allowance of this period; on a credit plan what was used and the balance that is left. */
                    limit: number;
                    /**
                     * Format: date-time
                     * @description When the allowance is renewed; null when time alone renews nothing.
                     */
                    renewsAt: string | null;
                };
            };
        };
        Account: {
            accountId: string;
            email: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Since when the account is suspended; null: it is not. Keys of a suspended account are refused. */
            suspendedAt: string | null;
            /** @description Days after which lookups are deleted, with all that came of them; null: they are kept. */
            retentionDays: number | null;
            /** @enum {string} */
            plan: "free_trial" | "growth" | "higher_volume" | "credit";
            /**
             * @description What `allowance` and `used` count: lookups, or thousandths of a cent on a credit plan.
             * @enum {string}
             */
            unit: "lookups" | "millicents";
            /** @description Lookups a period; null: no limit, or a credit plan. */
            allowance: number | null;
            /** @description What was used in this period, by every account that shares the allowance. */
            used: number;
            /** @description Accounts that share the allowance, this one included. */
            sharedBy: number;
            /** @description What is left of the prepaid balance; null unless on a credit plan. */
            balanceMillicents: number | null;
            /**
             * Format: date-time
             * @description Start of this period; 1970 where there is one period for ever.
             */
            periodStart: string;
            /** @description When the allowance is renewed; null: never by time. */
            renewsAt: string | null;
        };
        AccountExportLine: {
            /**
             * @description The other fields follow from it.
             * @enum {string}
             */
            type: "export" | "account" | "usagePeriod" | "topUp" | "ledgerEntry" | "usageAlert" | "key" | "member" | "invitation" | "session" | "endpoint" | "suppression" | "erasure" | "sentEvent" | "mail" | "event" | "delivery" | "lookup" | "auditEntry" | "end";
        } & {
            [key: string]: unknown;
        };
        AccountUsage: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            days: {
                /** Format: date */
                day: string;
                /** @description null, as `module`: billed before this was recorded. */
                apiKeyId: string | null;
                /** @description The first module that the lookup ran. */
                module: ("footprint" | "email" | "phone" | "ip" | "breaches" | "webMentions") | null;
                lookups: number;
                /** @description In `unit`. */
                amount: number;
                /** @enum {string} */
                unit: "lookups" | "millicents";
            }[];
        };
        ApiKey: {
            id: string;
            name: string;
            /** @description The last four characters of the key. */
            lastFour: string;
            scopes: ("lookups" | "webhooks" | "account")[];
            /** Format: date-time */
            createdAt: string;
            /** @description null: it does not expire. */
            expiresAt: string | null;
            /** @description To the minute; null: not since this is recorded. */
            lastUsedAt: string | null;
            revokedAt: string | null;
        };
        ApiKeyList: {
            keys: components["schemas"]["ApiKey"][];
        };
        ApiKeyRoll: {
            /**
             * @description How long the old key works beside the new one: 0 ends it at once, seven days at most, a day by default.
             * @default 86400
             */
            overlapSeconds: number;
        };
        /** @description Who did what, when and from where. It holds ids, never identities. */
        AuditEntry: {
            id: string;
            /** Format: date-time */
            at: string;
            actor: {
                /** @enum {string} */
                type: "key" | "member" | "operator";
                /** @description Id of the key or member; null for the operator. */
                id: string | null;
            };
            /** @description The operation by its id, or a command of the operator. */
            action: string;
            /** @description Ids of what was read, made or changed. Entries of a list that was read are not named. */
            targets: string[];
            /** @description The client's IPv4 address, or the /64 of its IPv6 address; null for commands. */
            network: string | null;
            /** @description `ok` or an error code. */
            outcome: string;
            /** @description Of lookups: the purpose that they name. */
            purpose: string | null;
        };
        AuditPage: {
            entries: components["schemas"]["AuditEntry"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            nextCursor: string | null;
        };
        BatchItem: {
            /** @description E-mail address, phone number or username, detected. The only field for a username. */
            query?: string;
            /**
             * Format: email
             * @description A known e-mail address; skips detection.
             */
            email?: string;
            /** @description Phone number in E.164 format. */
            phone?: string;
            /** @description IPv4 or IPv6 address, scored apart from the sweep. */
            ip?: string;
            /** @description Which modules to run; a request that leaves none is refused. Unknown keys, and modules without a source here (GET /v2/sources), are ignored. */
            checks?: {
                /** @description Platform sweep; default true. */
                footprint?: boolean;
                /** @description E-mail details; default false. */
                email?: boolean;
                /** @description Phone details; default false. */
                phone?: boolean;
                /** @description Risk and network facts of `ip`; default false. */
                ip?: boolean;
                /** @description Breach history; default true where configured. */
                breaches?: boolean;
                /** @description Public web mentions; default true where configured. */
                webMentions?: boolean;
            };
        };
        BatchItemV2: {
            identities: components["schemas"]["Identities"];
            /** @description Exactly these modules run, each for every identity of its kind. Absent: all that there is an identity for. Modules without a source here (GET /v2/sources) are ignored; a request that leaves none is refused. */
            modules?: ("footprint" | "email" | "phone" | "ip" | "breaches" | "webMentions")[];
            /** @description Slugs: check only these platforms instead of the band; empty: the band. */
            platforms?: string[];
            /** @description Check every platform rather than the default band; true unless told otherwise. */
            deep?: boolean;
            /** @description Why, in a word of the account's own list (GET /v2/account/purposes). An account can make it mandatory. */
            purpose?: string;
        };
        BatchLookup: {
            items: components["schemas"]["BatchItem"][];
        };
        BatchLookupV2: {
            items: components["schemas"]["BatchItemV2"][];
        };
        BatchResponse: {
            results: components["schemas"]["BatchResult"][];
        };
        BatchResult: {
            /** @description Position in the sent array. */
            index: number;
            /** @description Identifier of the lookup. */
            lookupId?: string;
            /** @enum {string} */
            status: "queued" | "error";
            /** @description Why the item was not accepted. */
            error?: {
                code: string;
                message: string;
            };
        };
        BreachRecord: {
            /** @description Name of the breach. */
            name: string;
            /** @description ISO date on which it occurred. */
            date: string;
        };
        BreachResultEvent: {
            breaches: components["schemas"]["BreachRecord"][];
        };
        BreachesFinding: {
            identity: components["schemas"]["IdentityName"];
            /**
             * @description `unknown`: no source could say anything. `not_configured`: there is no source to ask. `suppressed`: the identity opted out, nothing was asked.
             * @enum {string}
             */
            state: "answered" | "unknown" | "not_configured" | "suppressed" | "pending";
            checkedAt: string | null;
            /** @description Empty: checked, nothing found. */
            facts: components["schemas"]["BreachRecord"][] | null;
            /** @description Platforms of the catalogue that were breached. */
            platforms: {
                platform: string;
                breach: string;
            }[];
            /** @description How each source took part. */
            sources: components["schemas"]["SourceNote"][];
        };
        CreatedApiKey: {
            apiKey: components["schemas"]["ApiKey"];
            /** @description Shown this once. */
            key: string;
        };
        CreatedInvitation: {
            invitation: components["schemas"]["Invitation"];
            /** @description Shown this once. */
            link: string;
        };
        DeletedSuppression: {
            id: string;
            /** @constant */
            deleted: true;
        };
        DeletedWebhookEndpoint: {
            id: string;
            /** @constant */
            deleted: true;
        };
        /** @description A username taken from an e-mail address. It may be somebody else's: it is counted nowhere. */
        DerivedResult: {
            /** @description The username, taken from the e-mail address. */
            handle: string;
            identity: components["schemas"]["IdentityName"];
            /** @description Platform slug. */
            platform: string;
            /** @description The platform, as people call it. */
            name: string;
            /** @description URL of an icon. */
            icon: string | null;
            registered: boolean;
            /**
             * @description How the fact was obtained.
             * @enum {string}
             */
            method: "public_api" | "account_enumeration" | "breach_record" | "domain_derived";
            /**
             * Format: date-time
             * @description When the fact was established, not when it was asked for. Cached results keep their time.
             */
            checkedAt: string;
        };
        /** @description The last event: what GET /v1/lookup/{id} answers at that moment. */
        DoneEvent: {
            /** @description Identifier of the lookup. */
            lookupId: string;
            /** @description The queried value, as it was sent. */
            query: string;
            /** @description How many platforms gave an answer, registered or not. An omitted platform is not counted. */
            platformsChecked: number;
            /** @description How many platforms came back registered. */
            matches: number;
            /** @description `matches` minus accounts flagged `mailboxProvider`. */
            socialMatches: number;
            /** @description Slugs of the registered platforms in `results`; as many as `matches`. */
            hits: string[];
            /** @description True if any result was reused from the cache. */
            servedFromCache: boolean;
            results: components["schemas"]["PlatformResult"][];
            /** @description Null: not checked. Empty: checked, nothing found. */
            breaches: components["schemas"]["BreachRecord"][] | null;
            /** @description Null: not checked. Empty: checked, nothing found. */
            webMentions: components["schemas"]["WebMention"][] | null;
            /** @description Phone queries only; null: not checked. */
            phoneDetails: components["schemas"]["PhoneDetails"] | null;
            /** @description E-mail queries only; null: not checked. */
            emailDetails: components["schemas"]["EmailDetails"] | null;
            /** @description Only when the request had `ip` and asked for its module; null: not checked. */
            ipDetails: components["schemas"]["IpDetails"] | null;
            /** @description Instant streams only: platforms that had not answered at the ceiling. */
            platformsPending?: number;
            /** @description Instant streams only: true. */
            instant?: boolean;
            /** @description Instant streams only: the ceiling in milliseconds. */
            deadlineMs?: number;
        };
        EmailCheck: {
            email: string;
        };
        EmailCheckResponse: {
            /** @description Identifier of the lookup. */
            lookupId: string;
            /** @description The queried value, as it was sent. */
            query: string;
            emailDetails: components["schemas"]["EmailDetails"] | null;
        };
        EmailDetails: {
            /** @description Null on a catch-all domain. */
            deliverable: boolean | null;
            disposable: boolean | null;
            /** @description Consumer webmail rather than a custom domain. */
            freeProvider: boolean | null;
            /** @description The domain accepts every address, so `deliverable` cannot be answered. */
            acceptAll: boolean | null;
            /** @description Age of a custom domain in days; null for consumer webmail. */
            domainAgeDays: number | null;
            /** @description When the domain was registered. */
            domainRegisteredAt: string | null;
        };
        EmailFinding: {
            identity: components["schemas"]["IdentityName"];
            /**
             * @description `unknown`: no source could say anything. `not_configured`: there is no source to ask. `suppressed`: the identity opted out, nothing was asked.
             * @enum {string}
             */
            state: "answered" | "unknown" | "not_configured" | "suppressed" | "pending";
            checkedAt: string | null;
            facts: components["schemas"]["EmailDetails"] | null;
            /** @description Slug of the mailbox provider. */
            provider: string | null;
            /** @description Whether the mailbox is known to exist, or known not to. */
            exists: boolean | null;
            /** @description How each source took part. */
            sources: components["schemas"]["SourceNote"][];
        };
        Erasure: {
            id: string;
            /** @description Nothing is deleted, only counted. */
            dryRun: boolean;
            /** @enum {string} */
            state: "accepted" | "running" | "done";
            /**
             * Format: date-time
             * @description Lookups that were accepted later are kept.
             */
            createdAt: string;
            finishedAt: string | null;
            /** @description What was deleted, or in a dry run would be, so far. `executions` are those of Temporal. Bills stay as they are. */
            counts: {
                lookups: number;
                results: number;
                derived: number;
                leads: number;
                modules: number;
                facts: number;
                events: number;
                deliveries: number;
                attempts: number;
                idempotencyKeys: number;
                breachEntries: number;
                users: number;
                members: number;
                invitations: number;
                signInCodes: number;
                mails: number;
                executions: number;
            };
            /** @description Where the identity stays as an address of the service itself, of erasures everywhere: `last_owner`, of a person who alone owns the account; `account_address`, the own address of the account. */
            kept: {
                accountId: string;
                /** @enum {string} */
                reason: "last_owner" | "account_address";
            }[];
            /** @description A keyed digest is kept outside of the database, so that a restored backup cannot undo the erasure. */
            inLedger: boolean;
        };
        ErasureList: {
            erasures: components["schemas"]["Erasure"][];
            nextAfter: string | null;
        };
        ErasureReceipt: {
            id: string;
            /** @description Nothing is deleted, only counted. */
            dryRun: boolean;
            /** @enum {string} */
            state: "accepted" | "running" | "done";
            /**
             * Format: date-time
             * @description Lookups that were accepted later are kept.
             */
            createdAt: string;
            finishedAt: string | null;
            /** @description What was deleted, or in a dry run would be, so far. `executions` are those of Temporal. Bills stay as they are. */
            counts: {
                lookups: number;
                results: number;
                derived: number;
                leads: number;
                modules: number;
                facts: number;
                events: number;
                deliveries: number;
                attempts: number;
                idempotencyKeys: number;
                breachEntries: number;
                users: number;
                members: number;
                invitations: number;
                signInCodes: number;
                mails: number;
                executions: number;
            };
            /** @description Where the identity stays as an address of the service itself, of erasures everywhere: `last_owner`, of a person who alone owns the account; `account_address`, the own address of the account. */
            kept: {
                accountId: string;
                /** @enum {string} */
                reason: "last_owner" | "account_address";
            }[];
            /** @description A keyed digest is kept outside of the database, so that a restored backup cannot undo the erasure. */
            inLedger: boolean;
            /** @description Webhook events of erased lookups that had been sent already: their receivers have to be told. */
            sent: {
                eventId: string;
                endpointId: string;
                /**
                 * @description `attempted`: sent, and no acknowledgement is known.
                 * @enum {string}
                 */
                outcome: "delivered" | "attempted";
                /** Format: date-time */
                at: string;
            }[];
        };
        ErasureRequest: {
            /** @description Exactly one. Spellings that differ in upper and lower case are the same identity here. */
            identity: {
                email?: string;
                /** @description In E.164 format. */
                phone?: string;
                username?: string;
                ip?: string;
            };
            /**
             * @description Only count what would be deleted; the default.
             * @default true
             */
            dryRun: boolean;
        };
        /** @description Identities of one person, at least one. The same one in two spellings counts once. */
        Identities: {
            /** @description E-mail addresses, up to 5. */
            emails?: string[];
            /** @description Phone numbers in E.164 format, up to 5. */
            phones?: string[];
            /** @description Usernames, up to 5. */
            usernames?: string[];
            /** @description IPv4 or IPv6 addresses, up to 5. */
            ips?: string[];
        };
        Identity: {
            /** @enum {string} */
            type: "email" | "phone" | "username" | "ip";
            /** @description The identity, as it was sent. */
            value: string;
            /** @description The spelling that platforms and sources are asked about. */
            normalized: string;
            /** @description It was on the suppression list when the lookup was planned: nothing was asked about it. */
            suppressed: boolean;
        };
        /** @description The identity that this is about. */
        IdentityName: {
            /** @enum {string} */
            type: "email" | "phone" | "username" | "ip";
            /** @description The identity, as it was sent. */
            value: string;
        };
        Invitation: {
            id: string;
            email: string;
            /** @enum {string} */
            role: "member" | "admin" | "owner";
            /** @description Id of the key or the member; `operator` where the command line did. */
            invitedBy: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        InvitationList: {
            invitations: components["schemas"]["Invitation"][];
        };
        IpCheck: {
            /** @description IPv4 or IPv6 address. */
            ip: string;
        };
        IpCheckResponse: {
            /** @description Identifier of the lookup. */
            lookupId: string;
            /** @description The queried value, as it was sent. */
            query: string;
            ipDetails: components["schemas"]["IpDetails"] | null;
        };
        IpDetails: {
            /** @description The address. */
            ip: string;
            /** @description 0 to 100; null when only geolocation was available. */
            riskScore: number | null;
            /** @description How sure the source is of the score. */
            confidence: number | null;
            isProxy: boolean | null;
            isVpn: boolean | null;
            isTor: boolean | null;
            /** @description Hosted in a datacentre. */
            isHosting: boolean | null;
            isScraper: boolean | null;
            /** @description Believed compromised (botnet, malware): a victim, not a deliberate proxy. */
            isCompromised: boolean | null;
            /** @description VPN brand where known. */
            operator: string | null;
            /** @description Autonomous system number. */
            asn: string | null;
            /** @description Network operator, not always the retail brand. */
            isp: string | null;
            /** @description Business, Residential, Hosting or Wireless. */
            connectionType: string | null;
            countryCode: string | null;
            regionName: string | null;
            cityName: string | null;
            latitude: number | null;
            longitude: number | null;
            timezone: string | null;
        };
        IpFinding: {
            identity: components["schemas"]["IdentityName"];
            /**
             * @description `unknown`: no source could say anything. `not_configured`: there is no source to ask. `suppressed`: the identity opted out, nothing was asked.
             * @enum {string}
             */
            state: "answered" | "unknown" | "not_configured" | "suppressed" | "pending";
            checkedAt: string | null;
            facts: components["schemas"]["IpDetails"] | null;
            /** @description How each source took part. */
            sources: components["schemas"]["SourceNote"][];
        };
        /** @description A handle that an answer revealed. It was not asked about: it is counted nowhere. */
        Lead: {
            identity: components["schemas"]["IdentityName"];
            /** @description Platform slug. */
            platform: string;
            /** @description The platform, as people call it. */
            name: string;
            /** @description URL of an icon. */
            icon: string | null;
            /** @description The handle on `platform`: ASCII letters, digits, `.`, `_` and `-`. */
            handle: string;
            /** @description Address of the profile; null where none is known for the platform. */
            url: string | null;
            /** @description The platform whose answer revealed the handle. */
            source: {
                platform: string;
                name: string;
                /** @description Its page of the identity, or its homepage. */
                url: string | null;
            };
            /**
             * Format: date-time
             * @description When the fact was established, not when it was asked for. Cached results keep their time.
             */
            checkedAt: string;
        };
        ListedLookup: {
            /** @description Identifier of the lookup. */
            lookupId: string;
            /** @description The key that asked. */
            apiKeyId: string;
            /** @enum {string} */
            kind: "lookup" | "email" | "phone" | "ip";
            /** @enum {string} */
            status: "processing" | "finished";
            /** @description What it was for, of the account's own list; null: it named nothing. */
            purpose: string | null;
            identities: components["schemas"]["Identity"][];
            /** @description 0 until the lookup is finished, as the counts below. */
            platformsChecked: number;
            matches: number;
            socialMatches: number;
            /** Format: date-time */
            createdAt: string;
            finishedAt: string | null;
        };
        LookupHistoryEntry: {
            /** @description Identifier of the lookup. */
            id: string;
            /** @description The queried value, as it was sent. */
            query: string;
            /** @enum {string} */
            queryType: "email" | "phone" | "username";
            /** @description How many platforms gave an answer; 0 until the lookup is finished. */
            platformsChecked: number;
            matches: number;
            socialMatches: number;
            /** Format: date-time */
            createdAt: string;
        };
        LookupPage: {
            lookups: components["schemas"]["ListedLookup"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            nextCursor: string | null;
        };
        /** @description At least one of `query`, `email` and `phone`; or `ip` with `checks.ip`. */
        LookupRequest: {
            /** @description E-mail address, phone number or username, detected. The only field for a username. */
            query?: string;
            /**
             * Format: email
             * @description A known e-mail address; skips detection.
             */
            email?: string;
            /** @description Phone number in E.164 format. */
            phone?: string;
            /** @description IPv4 or IPv6 address, scored apart from the sweep. */
            ip?: string;
            /** @description Which modules to run; a request that leaves none is refused. Unknown keys, and modules without a source here (GET /v2/sources), are ignored. */
            checks?: {
                /** @description Platform sweep; default true. */
                footprint?: boolean;
                /** @description E-mail details; default false. */
                email?: boolean;
                /** @description Phone details; default false. */
                phone?: boolean;
                /** @description Risk and network facts of `ip`; default false. */
                ip?: boolean;
                /** @description Breach history; default true where configured. */
                breaches?: boolean;
                /** @description Public web mentions; default true where configured. */
                webMentions?: boolean;
            };
            /** @description Check only these platforms instead of the band; empty: the band. */
            platforms?: string[];
        };
        LookupRequestV2: {
            identities: components["schemas"]["Identities"];
            /** @description Exactly these modules run, each for every identity of its kind. Absent: all that there is an identity for. Modules without a source here (GET /v2/sources) are ignored; a request that leaves none is refused. */
            modules?: ("footprint" | "email" | "phone" | "ip" | "breaches" | "webMentions")[];
            /** @description Slugs: check only these platforms instead of the band; empty: the band. */
            platforms?: string[];
            /**
             * @description `async` (the default): answered at once, finished in the background. `wait`: answered when it is finished. `instant`: answered at the latency ceiling with what is known by then.
             * @enum {string}
             */
            mode?: "async" | "wait" | "instant";
            /** @description Check every platform rather than the default band; true unless told otherwise with `async`; refused with `instant`, which asks few platforms. */
            deep?: boolean;
            /** @description Why, in a word of the account's own list (GET /v2/account/purposes). An account can make it mandatory. */
            purpose?: string;
        };
        LookupResponse: {
            /** @description Identifier of the lookup. */
            lookupId: string;
            /** @description The queried value, as it was sent. */
            query: string;
            /** @description How many platforms gave an answer, registered or not. An omitted platform is not counted. */
            platformsChecked: number;
            /** @description How many platforms came back registered. */
            matches: number;
            /** @description `matches` minus accounts flagged `mailboxProvider`. */
            socialMatches: number;
            /** @description Slugs of the registered platforms in `results`; as many as `matches`. */
            hits: string[];
            /** @description True if any result was reused from the cache. */
            servedFromCache: boolean;
            results: components["schemas"]["PlatformResult"][];
            /** @description Null: not checked. Empty: checked, nothing found. */
            breaches: components["schemas"]["BreachRecord"][] | null;
            /** @description Null: not checked. Empty: checked, nothing found. */
            webMentions: components["schemas"]["WebMention"][] | null;
            /** @description Phone queries only; null: not checked. */
            phoneDetails: components["schemas"]["PhoneDetails"] | null;
            /** @description E-mail queries only; null: not checked. */
            emailDetails: components["schemas"]["EmailDetails"] | null;
            /** @description Only when the request had `ip` and asked for its module; null: not checked. */
            ipDetails: components["schemas"]["IpDetails"] | null;
            /** @description Instant answers only: platforms that had not answered at the ceiling. */
            platformsPending?: number;
        };
        LookupSearch: {
            /** @description Lookups that hold every one of them, in whatever spelling they were sent. */
            identities?: components["schemas"]["Identities"];
            /**
             * @description `lookup`, or a single check.
             * @enum {string}
             */
            kind?: "lookup" | "email" | "phone" | "ip";
            /** @enum {string} */
            status?: "processing" | "finished";
            /** @description Of this key only. */
            apiKeyId?: string;
            /**
             * Format: date
             * @description First day of acceptance (UTC).
             */
            from?: string;
            /**
             * Format: date
             * @description Last day of acceptance (UTC).
             */
            to?: string;
            /**
             * @description How many lookups, 1 to 100; 20 by default.
             * @default 20
             */
            limit: number;
            /** @description `nextCursor` of the page before; absent for the first page. */
            cursor?: string;
        };
        LookupV2: {
            /** @description Identifier of the lookup. */
            lookupId: string;
            /**
             * @description `lookup`, or the single check that it is.
             * @enum {string}
             */
            kind: "lookup" | "email" | "phone" | "ip";
            /**
             * @description While it is processing, everything else is what is known so far.
             * @enum {string}
             */
            status: "processing" | "finished";
            /** Format: date-time */
            createdAt: string;
            finishedAt: string | null;
            /** @description Of the account's own list; null: none was named. */
            purpose: string | null;
            identities: components["schemas"]["Identity"][];
            /** @description Platforms that gave an answer, registered or not. An omitted platform is not counted. */
            platformsChecked: number;
            /** @description Platforms that are still to answer; null until the lookup is planned. */
            platformsPending: number | null;
            /** @description Questions, one platform and one identity each; null until the lookup is planned. */
            planned: number | null;
            /** @description Questions with a confident answer: as many as there are results. */
            answered: number;
            /** @description Questions that ended without one. What is planned and neither answered nor omitted is pending. */
            omitted: number;
            /** @description Platforms where any of the identities is registered. */
            matches: number;
            /** @description `matches` minus accounts that came with an e-mail address. */
            socialMatches: number;
            /** @description Slugs of the platforms in `matches`. */
            hits: string[];
            /** @description True if any result was reused. */
            servedFromCache: boolean;
            results: components["schemas"]["ResultV2"][];
            derived: components["schemas"]["DerivedResult"][];
            leads: components["schemas"]["Lead"][];
            omissions: components["schemas"]["OmissionCounts"];
            modules: components["schemas"]["ModuleFindings"];
            risk: components["schemas"]["Risk"];
        };
        Mail: {
            id: string;
            to: string;
            /** @enum {string} */
            kind: "endpoint_warning" | "endpoint_switched_off" | "sign_in_code" | "invitation";
            subject: string;
            /** @description Without codes and tokens, which are not stored readably. */
            text: string;
            /**
             * @description `kept`: there was no mail server when it was due; it is not sent later.
             * @enum {string}
             */
            state: "pending" | "sent" | "kept" | "refused";
            /** Format: date-time */
            createdAt: string;
            sentAt: string | null;
        };
        MailList: {
            mails: components["schemas"]["Mail"][];
        };
        Member: {
            id: string;
            email: string;
            /** @enum {string} */
            role: "member" | "admin" | "owner";
            /** Format: date-time */
            joinedAt: string;
        };
        MemberList: {
            members: components["schemas"]["Member"][];
        };
        /** @description Each module with an entry for every identity that it was run for; null: it was not run, because it was not asked for, has nothing to run for or no source. */
        ModuleFindings: {
            email: components["schemas"]["EmailFinding"][] | null;
            phone: components["schemas"]["PhoneFinding"][] | null;
            ip: components["schemas"]["IpFinding"][] | null;
            breaches: components["schemas"]["BreachesFinding"][] | null;
            webMentions: components["schemas"]["WebMentionsFinding"][] | null;
        };
        NewApiKey: {
            /** @default  */
            name: string;
            /**
             * @description Scopes that the key of the request has itself.
             * @default [
             *       "lookups"
             *     ]
             */
            scopes: ("lookups" | "webhooks" | "account")[];
            /**
             * @description A time to come; null: the key does not expire.
             * @default null
             */
            expiresAt: string | null;
        };
        NewInvitation: {
            email: string;
            /**
             * @default member
             * @enum {string}
             */
            role: "member" | "admin";
        };
        NewPurposes: {
            /** @description Why this account looks people up, in its own words: 50 at most, of 100 characters at most. */
            purposes: string[];
            /** @description Whether every v2 lookup has to name one. v1 has no field for it. */
            required: boolean;
        };
        NewRetention: {
            /** @description Days from acceptance; null: lookups are kept. */
            days: number | null;
        };
        NewSuppression: {
            /** @enum {string} */
            type: "email" | "phone" | "username" | "ip";
            /** @description The identity: an e-mail address, a phone number, a username or an IP address. */
            value: string;
            /** @description How the wish is known: a ticket, a letter, a form. */
            proof: string;
        };
        NewWebhookEndpoint: {
            /** @description A public https address on port 443. It is checked before it is saved; redirects are not followed. */
            url: string;
            /** @description Your own words. */
            description?: string;
            /** @description Types of events that are sent to it; every type by default. */
            eventTypes?: ("lookup.completed" | "usage.threshold_reached" | "team.member_joined")[];
        };
        /** @description A platform that was to be asked about an identity, without a confident answer. */
        Omission: {
            identity: components["schemas"]["IdentityName"];
            platform: string;
            /**
             * @description Why there is no confident answer.
             * @enum {string}
             */
            code: "not_applicable" | "suppressed" | "reserved_name" | "forbidden" | "timeout" | "unreachable" | "proxy_failed" | "too_large" | "redirected_away" | "undecodable" | "rate_limited" | "server_error" | "blocked" | "challenge" | "login_wall" | "consent_wall" | "unexpected_type" | "unrecognised" | "site_page" | "prelude_unusable" | "ambiguous" | "echo_missing" | "switched_off" | "cooling_down" | "busy" | "unavailable" | "uncalibrated" | "unconfirmed" | "only_confirms" | "catch_all" | "quarantined" | "interrupted";
            /** @description The same as a sentence. */
            message: string;
            /** @description Null when the platform was never asked. */
            checkedAt: string | null;
        };
        /** @description What was omitted, counted. The list is at `GET /v2/lookup/{id}/omissions`. */
        OmissionCounts: {
            total: number;
            /** @description How many for each reason; reasons without any are not named. */
            byReason: {
                [key: string]: number;
            };
        };
        OmissionPage: {
            /** @description Identifier of the lookup. */
            lookupId: string;
            omissions: components["schemas"]["Omission"][];
            /** @description Send it as `cursor` for the next page; null when there are no more at present. */
            nextCursor: string | null;
        };
        /** @description The lookup is accepted and not finished. */
        PendingLookup: {
            /** @description Identifier of the lookup. */
            lookupId: string;
            /** @constant */
            status: "processing";
        };
        PhoneCheck: {
            /** @description E.164 recommended. */
            phone: string;
        };
        PhoneCheckResponse: {
            /** @description Identifier of the lookup. */
            lookupId: string;
            /** @description The queried value, as it was sent. */
            query: string;
            phoneDetails: components["schemas"]["PhoneDetails"] | null;
        };
        PhoneDetails: {
            valid: boolean;
            carrier: string | null;
            lineType: string | null;
            countryCode: string | null;
            /** @description `fixed`: a business line tied to an address; `nonFixed`: a number that anyone can create in an app. */
            voipClass?: ("fixed" | "nonFixed") | null;
            /** @description Any VOIP line. */
            isVoip?: boolean | null;
        };
        PhoneDetailsResultEvent: {
            phoneDetails: components["schemas"]["PhoneDetails"];
        };
        PhoneFinding: {
            identity: components["schemas"]["IdentityName"];
            /**
             * @description `unknown`: no source could say anything. `not_configured`: there is no source to ask. `suppressed`: the identity opted out, nothing was asked.
             * @enum {string}
             */
            state: "answered" | "unknown" | "not_configured" | "suppressed" | "pending";
            checkedAt: string | null;
            facts: components["schemas"]["PhoneDetails"] | null;
            /** @description How each source took part. */
            sources: components["schemas"]["SourceNote"][];
        };
        PlatformList: {
            total: number;
            platforms: components["schemas"]["PlatformSummary"][];
        };
        /** @description What one platform said: registered or not registered. */
        PlatformResult: {
            /** @description Platform slug. */
            platform: string;
            /** @description Whether an account exists. A platform without a confident answer is not in the list. */
            registered: boolean;
            /**
             * @description How the fact was obtained.
             * @enum {string}
             */
            method: "public_api" | "account_enumeration" | "breach_record" | "domain_derived";
            /** @description URL of an icon. */
            icon: string | null;
            /**
             * Format: date-time
             * @description When the fact was established, not when it was asked for. Cached results keep their time.
             */
            checkedAt: string;
            /** @description Present when the account came with the e-mail address itself. Not counted in `socialMatches`. */
            mailboxProvider?: boolean;
        };
        PlatformSummary: {
            /** @description Platform slug, accepted in the `platforms` parameter. */
            platform: string;
            /** @description Query types that can reach the platform; none while all are in quarantine. */
            supports: ("email" | "phone" | "username")[];
            /** @description Query types for which the platform answers on the instant path. */
            instant: ("email" | "phone" | "username")[];
        };
        Purposes: {
            purposes: string[];
            required: boolean;
        };
        RemovedMember: {
            id: string;
            /** @constant */
            removed: true;
        };
        /** @description One confident answer of one platform about one identity. */
        ResultV2: {
            identity: components["schemas"]["IdentityName"];
            /** @description Platform slug. */
            platform: string;
            /** @description The platform, as people call it. */
            name: string;
            /** @description URL of an icon. */
            icon: string | null;
            /** @description Whether an account exists. */
            registered: boolean;
            /**
             * @description How the fact was obtained.
             * @enum {string}
             */
            method: "public_api" | "account_enumeration" | "breach_record" | "domain_derived";
            /**
             * Format: date-time
             * @description When the fact was established, not when it was asked for. Cached results keep their time.
             */
            checkedAt: string;
            /** @description Reused from an earlier lookup of this account. */
            fromCache: boolean;
            /** @description The account came with the e-mail address itself; not counted in `socialMatches`. */
            mailboxProvider: boolean;
        };
        Retention: {
            retentionDays: number | null;
        };
        RetentionPreview: {
            /** @description The period that is in force; null: lookups are kept. */
            retentionDays: number | null;
            /** @description The period that was tried. */
            days: number | null;
            /** @description Finished lookups that it would delete now. */
            lookups: number;
            /** @description Results of these. */
            results: number;
            /** @description When the oldest of them was accepted; null: it would delete none. */
            oldest: string | null;
        };
        RevokedApiKey: {
            id: string;
            /** @constant */
            revoked: true;
        };
        RevokedInvitation: {
            id: string;
            /** @constant */
            revoked: true;
        };
        /** @description A sum of reasons. What is not known moves the confidence, never the score. */
        Risk: {
            /** @description Null when nothing at all was answered. */
            score: number | null;
            /**
             * @description `insufficient` while the confidence is below 10.
             * @enum {string}
             */
            level: "insufficient" | "low" | "medium" | "high" | "critical";
            /** @description How much of what the model can look at was there. It says nothing of the score. */
            confidence: number;
            /** @description Their impacts add up to the score; none without one. */
            reasons: components["schemas"]["RiskReason"][];
            /** @description Questions, a platform and an identity each: planned, confidently answered, omitted. */
            coverage: {
                planned: number;
                answered: number;
                omitted: number;
            };
            /** @description Scores of two versions are not to be compared. */
            modelVersion: string;
        };
        RiskReason: {
            /** @enum {string} */
            code: "starting_point" | "no_accounts_of_many" | "no_accounts_of_some" | "no_accounts_of_few" | "one_account" | "few_accounts" | "several_accounts" | "many_accounts" | "two_kinds" | "three_kinds" | "derived_handle" | "disposable_mailbox" | "missing_mailbox" | "working_mailbox" | "domain_of_days" | "domain_of_months" | "domain_of_years" | "domain_of_ten_years" | "invalid_number" | "app_number" | "voip_number" | "real_line" | "tor_exit" | "risky_address" | "proxy" | "compromised_address" | "vpn" | "scraper" | "hosting" | "quiet_address" | "breach_of_a_year" | "breach_of_two_years" | "breach_of_five_years" | "mentioned";
            /**
             * @description Where the evidence comes from.
             * @enum {string}
             */
            module: "model" | "footprint" | "email" | "phone" | "ip" | "breaches" | "webMentions";
            /** @enum {string} */
            direction: "raises" | "lowers";
            /** @description Points of the score that it accounts for; 0 when a stronger reason of its kind speaks for it. */
            impact: number;
            message: string;
        };
        /** @description The event is being sent: read its delivery. */
        SentWebhookEvent: {
            eventId: string;
        };
        /** @description Where a module has its facts from. */
        Source: {
            /** @description Name of the source; notes on a lookup's modules use the same. */
            name: string;
            /**
             * @description Module that it serves.
             * @enum {string}
             */
            module: "email" | "phone" | "ip" | "breaches" | "webMentions";
            /** @description Whether lookups ask it. */
            configured: boolean;
            /** @description Settings that concern it; see docs/env.md. Empty: it needs none. */
            settings: string[];
            /** @description Date of its data, ISO 8601; null: it is asked live, or its data bear no date. */
            dataDate: string | null;
            /** @description Licence or terms of its data. */
            licence: string;
            /** @description Credit that its licence asks for, to be shown with what it tells; null: none. */
            credit: string | null;
        };
        SourceList: {
            total: number;
            sources: components["schemas"]["Source"][];
        };
        SourceNote: {
            /** @description Name of the source. */
            source: string;
            /** @description Why it said nothing; null: it answered. */
            failure: ("not_configured" | "not_applicable" | "unknown" | "timeout" | "rate_limited" | "unauthorized" | "refused" | "unreachable" | "malformed") | null;
            tookMs: number;
            /** @description Fields that it decided. */
            decidedFields: string[];
            /** @description What it saw, in short codes. */
            codes: string[];
        };
        /** @description An identity on the suppression list. The identity itself is stored as a digest and never shown. */
        Suppression: {
            id: string;
            /** @enum {string} */
            type: "email" | "phone" | "username" | "ip";
            proof: string;
            /** @description Id of the key that added it, or `operator`. */
            addedBy: string;
            /** Format: date-time */
            createdAt: string;
        };
        SuppressionPage: {
            suppressions: components["schemas"]["Suppression"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            nextCursor: string | null;
        };
        WebMention: {
            title: string;
            url: string;
            snippet: string;
            /**
             * @description `confirmed`: the exact query string is on the page.
             * @enum {string}
             */
            matchConfidence: "confirmed" | "unconfirmed";
        };
        WebMentionsFinding: {
            identity: components["schemas"]["IdentityName"];
            /**
             * @description `unknown`: no source could say anything. `not_configured`: there is no source to ask. `suppressed`: the identity opted out, nothing was asked.
             * @enum {string}
             */
            state: "answered" | "unknown" | "not_configured" | "suppressed" | "pending";
            checkedAt: string | null;
            /** @description Empty: checked, nothing found. */
            facts: components["schemas"]["WebMention"][] | null;
            /** @description How each source took part. */
            sources: components["schemas"]["SourceNote"][];
        };
        WebMentionsResultEvent: {
            webMentions: components["schemas"]["WebMention"][];
        };
        WebhookAttempt: {
            number: number;
            /** @enum {string} */
            trigger: "event" | "test" | "resend" | "recovery";
            /** Format: date-time */
            at: string;
            url: string;
            /** @description Null: acknowledged. */
            failure: ("status" | "redirect" | "gone" | "payload_too_large" | "timeout" | "dns" | "connect" | "tls" | "reset" | "protocol" | "too_large" | "blocked_address" | "invalid_address") | null;
            /** @description Code of the transport, such as `ECONNREFUSED`. */
            detail: string | null;
            status: number | null;
            durationMs: number;
            remoteAddress: string | null;
            /** @description The first 16 KB of the response body, read as UTF-8. */
            responseBody: string;
            nextAttemptAt: string | null;
        };
        WebhookDelivery: {
            eventId: string;
            endpointId: string;
            /** @enum {string} */
            eventType: "lookup.completed" | "usage.threshold_reached" | "team.member_joined" | "endpoint.test";
            /** @enum {string} */
            state: "pending" | "delivered" | "failed";
            /** @description Why it failed; null unless it did. */
            failureReason: ("attempts_used_up" | "endpoint_disabled") | null;
            /**
             * @description What started the latest attempts.
             * @enum {string}
             */
            trigger: "event" | "test" | "resend" | "recovery";
            /** Format: date-time */
            createdAt: string;
            attempts: number;
            lastAttemptAt: string | null;
            lastStatus: number | null;
            lastFailure: ("status" | "redirect" | "gone" | "payload_too_large" | "timeout" | "dns" | "connect" | "tls" | "reset" | "protocol" | "too_large" | "blocked_address" | "invalid_address") | null;
            nextAttemptAt: string | null;
        };
        WebhookDeliveryDetails: {
            delivery: components["schemas"]["WebhookDelivery"];
            /** @description What each attempt sends, byte for byte. */
            body: string;
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        WebhookDeliveryPage: {
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            nextCursor: string | null;
        };
        WebhookEndpoint: {
            id: string;
            url: string;
            description: string;
            eventTypes: ("lookup.completed" | "usage.threshold_reached" | "team.member_joined")[];
            /** @enum {string} */
            state: "enabled" | "disabled";
            /** @description `failing`: disabled after three days of failures; `owner`: by you. */
            disabledReason: ("failing" | "owner") | null;
            disabledAt: string | null;
            /** @description First failure since the last 2xx; null while all is well. */
            failingSince: string | null;
            lastFailedAt: string | null;
            /** @description Expiry of each valid signing secret, newest first; null: valid until it is replaced. */
            secretsExpireAt: (string | null)[];
            /** Format: date-time */
            createdAt: string;
        };
        /** @description What is absent stays as it is. */
        WebhookEndpointChanges: {
            /** @description A public https address on port 443. It is checked before it is saved; redirects are not followed. */
            url?: string;
            /** @description Your own words. */
            description?: string;
            /** @description Types of events that are sent to it. */
            eventTypes?: ("lookup.completed" | "usage.threshold_reached" | "team.member_joined")[];
        };
        WebhookEndpointList: {
            endpoints: components["schemas"]["WebhookEndpoint"][];
        };
        WebhookEndpointSecret: {
            endpoint: components["schemas"]["WebhookEndpoint"];
            /** @description Signing secret. It is shown here, once. */
            secret: string;
        };
        WebhookRecovery: {
            /** @description Deliveries that had failed. */
            failed: number;
            /** @description Events without a delivery to the endpoint, because it was disabled. */
            missed: number;
            dryRun: boolean;
        };
        WebhookRecoveryRequest: {
            /**
             * Format: date-time
             * @description Recover what happened since this time.
             */
            since: string;
            /**
             * @description Count only.
             * @default false
             */
            dryRun: boolean;
        };
        WebhookSecretRotation: {
            /**
             * @description How long the old secret is used for signing beside the new one: 0 ends it at once, seven days at most, a day by default.
             * @default 86400
             */
            overlapSeconds: number;
        };
        /** @description By the time at which deliveries were created (UTC). */
        WebhookStats: {
            /** Format: date-time */
            from: string;
            /**
             * Format: date-time
             * @description End of the last interval, which has not ended yet.
             */
            until: string;
            intervalSeconds: number;
            /** @description Deliveries that were created before are too many to be counted here; null: all are. */
            incompleteBefore: string | null;
            endpoints: {
                endpointId: string;
                total: {
                    delivered: number;
                    failed: number;
                    pending: number;
                    /** @description Attempts at these deliveries, whenever they were made. */
                    attempts: number;
                    failedAttempts: number;
                    /** @description Median time of the attempts that got a response; null without any. */
                    medianMs: number | null;
                    /** @description Time that 95 % of them stayed below. */
                    p95Ms: number | null;
                };
                /** @description Every interval of the period, oldest first. */
                intervals: {
                    /** Format: date-time */
                    from: string;
                    delivered: number;
                    failed: number;
                    pending: number;
                    /** @description Attempts at these deliveries, whenever they were made. */
                    attempts: number;
                    failedAttempts: number;
                    /** @description Median time of the attempts that got a response; null without any. */
                    medianMs: number | null;
                    /** @description Time that 95 % of them stayed below. */
                    p95Ms: number | null;
                }[];
            }[];
        };
    };
    responses: {
        /** @description `invalid_request`: The request could not be read. */
        InvalidRequest: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "invalid_request";
                    };
                };
            };
        };
        /** @description `invalid_batch`: The batch was refused; nothing was billed. */
        InvalidBatch: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "invalid_batch";
                    };
                };
            };
        };
        /** @description `unauthorized`: A valid API key is needed: Authorization: Bearer <API_KEY>. */
        Unauthorized: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "unauthorized";
                    };
                };
            };
        };
        /** @description `not_signed_in`: Sign in first. */
        NotSignedIn: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "not_signed_in";
                    };
                };
            };
        };
        /** @description `sign_in_failed`: That is not right, or no longer valid. Ask for a new code. */
        SignInFailed: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "sign_in_failed";
                    };
                };
            };
        };
        /** @description `quota_exceeded`: The lookup quota of this account is used up. */
        QuotaExceeded: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "quota_exceeded";
                    };
                };
            };
        };
        /** @description `insufficient_credits`: The balance does not cover this lookup. */
        InsufficientCredits: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "insufficient_credits";
                    };
                };
            };
        };
        /** @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service. */
        AccountSuspended: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "account_suspended";
                    };
                };
            };
        };
        /** @description `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back. */
        AccountClosed: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "account_closed";
                    };
                };
            };
        };
        /** @description `insufficient_scope`: This API key is not allowed to do that. */
        InsufficientScope: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
        };
        /** @description `insufficient_role`: Your role in this account does not allow that. */
        InsufficientRole: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "insufficient_role";
                    };
                };
            };
        };
        /** @description `recent_sign_in_required`: Sign in once more: this needs a sign-in within the last ten minutes. */
        RecentSignInRequired: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "recent_sign_in_required";
                    };
                };
            };
        };
        /** @description `cross_site_request`: Requests of other sites are refused. */
        CrossSiteRequest: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "cross_site_request";
                    };
                };
            };
        };
        /** @description `not_found`: There is nothing here under that name. */
        NotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
        };
        /** @description `method_not_allowed`: This address does not take that method. */
        MethodNotAllowed: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "method_not_allowed";
                    };
                };
            };
        };
        /** @description `idempotency_conflict`: This Idempotency-Key was used with another request, or its first use is still under way. */
        IdempotencyConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "idempotency_conflict";
                    };
                };
            };
        };
        /** @description `account_exists`: There is an account with this e-mail address already. */
        AccountExists: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "account_exists";
                    };
                };
            };
        };
        /** @description `endpoint_disabled`: The endpoint is switched off; switch it on first. */
        EndpointDisabled: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "endpoint_disabled";
                    };
                };
            };
        };
        /** @description `endpoint_limit_reached`: The account has as many endpoints as it may have. */
        EndpointLimitReached: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "endpoint_limit_reached";
                    };
                };
            };
        };
        /** @description `platform_switched_off`: The platform is switched off; switch it on first. */
        PlatformSwitchedOff: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "platform_switched_off";
                    };
                };
            };
        };
        /** @description `key_limit_reached`: The account has as many API keys as it may have. */
        KeyLimitReached: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "key_limit_reached";
                    };
                };
            };
        };
        /** @description `member_exists`: The address is of a member of this account already. */
        MemberExists: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "member_exists";
                    };
                };
            };
        };
        /** @description `member_limit_reached`: The account has as many members and invitations as it may have. */
        MemberLimitReached: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "member_limit_reached";
                    };
                };
            };
        };
        /** @description `last_owner`: The account would be without an owner. Make somebody else an owner first. */
        LastOwner: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "last_owner";
                    };
                };
            };
        };
        /** @description `passkey_limit_reached`: You have as many passkeys as you may have. */
        PasskeyLimitReached: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "passkey_limit_reached";
                    };
                };
            };
        };
        /** @description `erasure_unavailable`: Identities cannot be erased here: the operator has not set SECRETS_KEY. */
        ErasureUnavailable: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "erasure_unavailable";
                    };
                };
            };
        };
        /** @description `payload_too_large`: The request body is too large. */
        PayloadTooLarge: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "payload_too_large";
                    };
                };
            };
        };
        /** @description `unsupported_media_type`: Send the body as application/json. */
        UnsupportedMediaType: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
        };
        /** @description `missing_subject`: Send at least one of query, email and phone, or ip with checks.ip. */
        MissingSubject: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "missing_subject";
                    };
                };
            };
        };
        /** @description `unknown_platform`: The list of platforms names an unknown one. */
        UnknownPlatform: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "unknown_platform";
                    };
                };
            };
        };
        /** @description `invalid_email`: That is not a valid e-mail address. */
        InvalidEmail: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "invalid_email";
                    };
                };
            };
        };
        /** @description `invalid_phone`: That is not a valid phone number. */
        InvalidPhone: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "invalid_phone";
                    };
                };
            };
        };
        /** @description `invalid_ip`: That is not a valid IP address. */
        InvalidIp: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "invalid_ip";
                    };
                };
            };
        };
        /** @description `purpose_required`: This account requires a purpose: name one of its list (GET /v2/account/purposes). */
        PurposeRequired: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "purpose_required";
                    };
                };
            };
        };
        /** @description `unknown_purpose`: The purpose is not one of the account's list (GET /v2/account/purposes). */
        UnknownPurpose: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "unknown_purpose";
                    };
                };
            };
        };
        /** @description `endpoint_address_refused`: Events cannot be sent to that address. */
        EndpointAddressRefused: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "endpoint_address_refused";
                    };
                };
            };
        };
        /** @description `invalid_parameter`: A parameter is not valid. */
        InvalidParameter: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "invalid_parameter";
                    };
                };
            };
        };
        /** @description `passkey_refused`: This passkey could not be verified. Begin again. */
        PasskeyRefused: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "passkey_refused";
                    };
                };
            };
        };
        /** @description `rate_limit_exceeded`: Too many requests in this minute. */
        RateLimitExceeded: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "rate_limit_exceeded";
                    };
                };
            };
        };
        /** @description `internal_error`: Something went wrong on our side. */
        InternalError: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
        };
        /** @description `unavailable`: The service cannot take this request right now; try again shortly. */
        Unavailable: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Lookup-Id": components["headers"]["LookupId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "unavailable";
                    };
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Requests that the current minute allows. */
        RateLimitLimit: number;
        /** @description Requests that are left in the current minute. */
        RateLimitRemaining: number;
        /** @description Names this request in the logs. A short, plain `X-Request-Id` of the caller is kept. */
        RequestId: string;
        /** @description Seconds after which to try again. */
        RetryAfter: number;
        /** @description Only when it is not known whether the request was accepted: ids of its lookups, comma-separated. After `Retry-After` seconds each of them is a lookup, or 404 and not billed. */
        LookupId: string;
        /** @description Names this state of the answer, for `If-None-Match`. Absent while the answer may still grow. */
        ETag: string;
        /** @description The way to authenticate: `Bearer`. */
        WwwAuthenticate: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    checkEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own that names this request. For 24 hours the same request under the same key is answered from the first one and not billed again; another request under it is refused with `idempotency_conflict`. */
                "Idempotency-Key"?: string;
                /** @description `no-cache` asks every platform afresh instead of reusing recent facts of this account. */
                "Cache-Control"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailCheck"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailCheckResponse"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `quota_exceeded`: The lookup quota of this account is used up.
             *
             *     `insufficient_credits`: The balance does not cover this lookup.
             */
            402: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "quota_exceeded" | "insufficient_credits";
                        };
                    };
                };
            };
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `invalid_email`: That is not a valid e-mail address.
             *
             *     `invalid_parameter`: A parameter is not valid.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "invalid_email" | "invalid_parameter";
                        };
                    };
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkIp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own that names this request. For 24 hours the same request under the same key is answered from the first one and not billed again; another request under it is refused with `idempotency_conflict`. */
                "Idempotency-Key"?: string;
                /** @description `no-cache` asks every platform afresh instead of reusing recent facts of this account. */
                "Cache-Control"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IpCheck"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IpCheckResponse"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `quota_exceeded`: The lookup quota of this account is used up.
             *
             *     `insufficient_credits`: The balance does not cover this lookup.
             */
            402: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "quota_exceeded" | "insufficient_credits";
                        };
                    };
                };
            };
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `invalid_ip`: That is not a valid IP address.
             *
             *     `invalid_parameter`: A parameter is not valid.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "invalid_ip" | "invalid_parameter";
                        };
                    };
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLookups: {
        parameters: {
            query?: {
                /** @description How many lookups, 1 to 100; 20 by default. */
                limit?: string;
                /** @description How many to pass over; 0 by default. */
                offset?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupHistoryEntry"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createLookup: {
        parameters: {
            query?: {
                /** @description Hold the answer until the full result is ready. */
                wait?: "true";
                /** @description Answer within the ceiling (`INSTANT_CEILING_MS`) with what a high-signal subset of platforms said by then. Needs no `wait`. */
                instant?: "true";
                /** @description Check every platform rather than the default band. Without `wait` a lookup is this deep anyway. */
                deep?: "true";
            };
            header?: {
                /** @description Any text of your own that names this request. For 24 hours the same request under the same key is answered from the first one and not billed again; another request under it is refused with `idempotency_conflict`. */
                "Idempotency-Key"?: string;
                /** @description `no-cache` asks every platform afresh instead of reusing recent facts of this account. */
                "Cache-Control"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LookupRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupResponse"] | components["schemas"]["PendingLookup"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `quota_exceeded`: The lookup quota of this account is used up.
             *
             *     `insufficient_credits`: The balance does not cover this lookup.
             */
            402: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "quota_exceeded" | "insufficient_credits";
                        };
                    };
                };
            };
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `missing_subject`: Send at least one of query, email and phone, or ip with checks.ip.
             *
             *     `unknown_platform`: The list of platforms names an unknown one.
             *
             *     `invalid_email`: That is not a valid e-mail address.
             *
             *     `invalid_phone`: That is not a valid phone number.
             *
             *     `invalid_ip`: That is not a valid IP address.
             *
             *     `invalid_parameter`: A parameter is not valid.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "missing_subject" | "unknown_platform" | "invalid_email" | "invalid_phone" | "invalid_ip" | "invalid_parameter";
                        };
                    };
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLookup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a lookup of this account. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupResponse"] | components["schemas"]["PendingLookup"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createLookupBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own that names this request. For 24 hours the same request under the same key is answered from the first one and not billed again; another request under it is refused with `idempotency_conflict`. */
                "Idempotency-Key"?: string;
                /** @description `no-cache` asks every platform afresh instead of reusing recent facts of this account. */
                "Cache-Control"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchLookup"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchResponse"];
                };
            };
            /**
             * @description `invalid_request`: The request could not be read.
             *
             *     `invalid_batch`: The batch was refused; nothing was billed.
             */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "invalid_request" | "invalid_batch";
                        };
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamLookup: {
        parameters: {
            query: {
                /** @description E-mail address, phone number or username, detected. */
                query?: string;
                /** @description A known e-mail address; also runs the mailbox module. */
                email?: string;
                /** @description Phone number in E.164 format; also runs the line module. */
                phone?: string;
                /** @description IPv4 or IPv6 address; runs the address module. */
                ip?: string;
                /** @description `true`: every platform. Anything else: the default band. */
                deep: string;
                /** @description Slugs, comma-separated: check only these. Empty: the band. */
                platforms: string;
                /** @description Close the stream at the ceiling; `done` then says how many platforms are pending. */
                instant?: "true";
            };
            header?: {
                /** @description Any text of your own that names this request. For 24 hours the same request under the same key is answered from the first one and not billed again; another request under it is refused with `idempotency_conflict`. */
                "Idempotency-Key"?: string;
                /** @description `no-cache` asks every platform afresh instead of reusing recent facts of this account. */
                "Cache-Control"?: string;
                /** @description Id of the last event that was seen: the stream goes on after it. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description Server-sent events. The `data` of each is JSON:
             *
             *     - `platform_result`: PlatformResult
             *     - `breach_result`: BreachResultEvent
             *     - `web_mentions_result`: WebMentionsResultEvent
             *     - `phone_details_result`: PhoneDetailsResultEvent
             *     - `done`: DoneEvent
             */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": {
                        /** @description Place in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "platform_result";
                        data: string;
                    } | {
                        /** @description Place in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "breach_result";
                        data: string;
                    } | {
                        /** @description Place in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "web_mentions_result";
                        data: string;
                    } | {
                        /** @description Place in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "phone_details_result";
                        data: string;
                    } | {
                        /** @description Place in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "done";
                        data: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `quota_exceeded`: The lookup quota of this account is used up.
             *
             *     `insufficient_credits`: The balance does not cover this lookup.
             */
            402: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "quota_exceeded" | "insufficient_credits";
                        };
                    };
                };
            };
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyConflict"];
            /**
             * @description `missing_subject`: Send at least one of query, email and phone, or ip with checks.ip.
             *
             *     `unknown_platform`: The list of platforms names an unknown one.
             *
             *     `invalid_email`: That is not a valid e-mail address.
             *
             *     `invalid_phone`: That is not a valid phone number.
             *
             *     `invalid_ip`: That is not a valid IP address.
             *
             *     `invalid_parameter`: A parameter is not valid.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "missing_subject" | "unknown_platform" | "invalid_email" | "invalid_phone" | "invalid_ip" | "invalid_parameter";
                        };
                    };
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkPhone: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own that names this request. For 24 hours the same request under the same key is answered from the first one and not billed again; another request under it is refused with `idempotency_conflict`. */
                "Idempotency-Key"?: string;
                /** @description `no-cache` asks every platform afresh instead of reusing recent facts of this account. */
                "Cache-Control"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PhoneCheck"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhoneCheckResponse"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `quota_exceeded`: The lookup quota of this account is used up.
             *
             *     `insufficient_credits`: The balance does not cover this lookup.
             */
            402: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "quota_exceeded" | "insufficient_credits";
                        };
                    };
                };
            };
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `invalid_phone`: That is not a valid phone number.
             *
             *     `invalid_parameter`: A parameter is not valid.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "invalid_phone" | "invalid_parameter";
                        };
                    };
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPlatforms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description Entries from then on. */
                from?: string;
                /** @description Entries before then. */
                to?: string;
                /** @description Of one operation, by its id. */
                action?: string;
                /** @description Of one key or member, by its id, or of the `operator`. */
                actor?: string;
                /** @description How many entries, 1 to 100; 20 by default. */
                limit?: string;
                /** @description `nextCursor` of the page before; absent for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listErasures: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `nextAfter` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createErasure: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ErasureRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            409: components["responses"]["ErasureUnavailable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `missing_subject`: Send at least one of query, email and phone, or ip with checks.ip.
             *
             *     `invalid_email`: That is not a valid e-mail address.
             *
             *     `invalid_phone`: That is not a valid phone number.
             *
             *     `invalid_ip`: That is not a valid IP address.
             *
             *     `invalid_parameter`: A parameter is not valid.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "missing_subject" | "invalid_email" | "invalid_phone" | "invalid_ip" | "invalid_parameter";
                        };
                    };
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureReceipt"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A JSON object a line. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["AccountExportLine"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInvitation"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedInvitation"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            /**
             * @description `member_exists`: The address is of a member of this account already.
             *
             *     `member_limit_reached`: The account has as many members and invitations as it may have.
             */
            409: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "member_exists" | "member_limit_reached";
                        };
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `invalid_email`: That is not a valid e-mail address.
             *
             *     `invalid_parameter`: A parameter is not valid.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "invalid_email" | "invalid_parameter";
                        };
                    };
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedInvitation"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            409: components["responses"]["KeyLimitReached"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedApiKey"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rollApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyRoll"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMails: {
        parameters: {
            query?: {
                /** @description How many mails, 1 to 100; 20 by default. */
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedMember"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `insufficient_role`: Your role in this account does not allow that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope" | "insufficient_role";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["LastOwner"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPurposes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Purposes"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replacePurposes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPurposes"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Purposes"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewRetention: {
        parameters: {
            query?: {
                /** @description The period to try; that in force by default. */
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionPreview"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRetention"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retention"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSuppressions: {
        parameters: {
            query?: {
                /** @description How many entries, 1 to 100; 20 by default. */
                limit?: string;
                /** @description `nextCursor` of the page before; absent for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSuppression: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSuppression"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suppression"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `invalid_email`: That is not a valid e-mail address.
             *
             *     `invalid_phone`: That is not a valid phone number.
             *
             *     `invalid_ip`: That is not a valid IP address.
             *
             *     `invalid_parameter`: A parameter is not valid.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "invalid_email" | "invalid_phone" | "invalid_ip" | "invalid_parameter";
                        };
                    };
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSuppression: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedSuppression"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAccountUsage: {
        parameters: {
            query?: {
                /** @description First day; 29 days before the last by default. */
                from?: string;
                /** @description Last day; today by default. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountUsage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLookupsV2: {
        parameters: {
            query?: {
                /** @description How many lookups, 1 to 100; 20 by default. */
                limit?: string;
                /** @description `nextCursor` of the page before; absent for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createLookupV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own that names this request. For 24 hours the same request under the same key is answered from the first one and not billed again; another request under it is refused with `idempotency_conflict`. */
                "Idempotency-Key"?: string;
                /** @description `no-cache` asks every platform afresh instead of reusing recent facts of this account. */
                "Cache-Control"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LookupRequestV2"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupV2"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `quota_exceeded`: The lookup quota of this account is used up.
             *
             *     `insufficient_credits`: The balance does not cover this lookup.
             */
            402: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "quota_exceeded" | "insufficient_credits";
                        };
                    };
                };
            };
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `missing_subject`: Send at least one of query, email and phone, or ip with checks.ip.
             *
             *     `unknown_platform`: The list of platforms names an unknown one.
             *
             *     `invalid_email`: That is not a valid e-mail address.
             *
             *     `invalid_phone`: That is not a valid phone number.
             *
             *     `invalid_ip`: That is not a valid IP address.
             *
             *     `purpose_required`: This account requires a purpose: name one of its list (GET /v2/account/purposes).
             *
             *     `unknown_purpose`: The purpose is not one of the account's list (GET /v2/account/purposes).
             *
             *     `invalid_parameter`: A parameter is not valid.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "missing_subject" | "unknown_platform" | "invalid_email" | "invalid_phone" | "invalid_ip" | "purpose_required" | "unknown_purpose" | "invalid_parameter";
                        };
                    };
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLookupV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the copy that you hold: if that is still good, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of a lookup or single check of this account. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupV2"];
                };
            };
            /** @description The copy that `If-None-Match` names is still good. */
            304: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteLookupV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a lookup or single check of this account. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLookupEvidence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        lookupId: string;
                        checks: {
                            platform: string;
                            /** @enum {string} */
                            queryType: "email" | "phone" | "username";
                            identity: components["schemas"]["IdentityName"];
                            /** @enum {string} */
                            state: "registered" | "not_registered" | "omitted";
                            reason: ("not_applicable" | "suppressed" | "reserved_name" | "forbidden" | "timeout" | "unreachable" | "proxy_failed" | "too_large" | "redirected_away" | "undecodable" | "rate_limited" | "server_error" | "blocked" | "challenge" | "login_wall" | "consent_wall" | "unexpected_type" | "unrecognised" | "site_page" | "prelude_unusable" | "ambiguous" | "echo_missing" | "switched_off" | "cooling_down" | "busy" | "unavailable" | "uncalibrated" | "unconfirmed" | "only_confirms" | "catch_all" | "quarantined" | "interrupted") | null;
                            fromCache: boolean;
                            /** @description Name of the way out that the check took (PROBE_EGRESS); null when no platform was asked. */
                            egress: string | null;
                            /** Format: date-time */
                            checkedAt: string;
                            evidence: {
                                status: number | null;
                                explanation: string;
                                host: string;
                                latencyMs: number;
                                requests: number;
                                /** Format: date-time */
                                controlAt?: string;
                            } | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLookupOmissions: {
        parameters: {
            query?: {
                /** @description Of this reason only. */
                reason?: "not_applicable" | "suppressed" | "reserved_name" | "forbidden" | "timeout" | "unreachable" | "proxy_failed" | "too_large" | "redirected_away" | "undecodable" | "rate_limited" | "server_error" | "blocked" | "challenge" | "login_wall" | "consent_wall" | "unexpected_type" | "unrecognised" | "site_page" | "prelude_unusable" | "ambiguous" | "echo_missing" | "switched_off" | "cooling_down" | "busy" | "unavailable" | "uncalibrated" | "unconfirmed" | "only_confirms" | "catch_all" | "quarantined" | "interrupted";
                /** @description How many omissions, 1 to 100; 20 by default. */
                limit?: string;
                /** @description `nextCursor` of the page before; absent for the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Identifier of a lookup of this account. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OmissionPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    followLookupV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the last event that was seen: the stream goes on after it. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Identifier of a lookup or single check of this account. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description Server-sent events. The `data` of each is JSON:
             *
             *     - `result`: ResultV2
             *     - `omission`: Omission
             *     - `email_finding`: EmailFinding
             *     - `phone_finding`: PhoneFinding
             *     - `ip_finding`: IpFinding
             *     - `breaches_finding`: BreachesFinding
             *     - `web_mentions_finding`: WebMentionsFinding
             *     - `done`: LookupV2
             */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": {
                        /** @description Place in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "result";
                        data: string;
                    } | {
                        /** @description Place in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "omission";
                        data: string;
                    } | {
                        /** @description Place in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "email_finding";
                        data: string;
                    } | {
                        /** @description Place in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "phone_finding";
                        data: string;
                    } | {
                        /** @description Place in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "ip_finding";
                        data: string;
                    } | {
                        /** @description Place in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "breaches_finding";
                        data: string;
                    } | {
                        /** @description Place in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "web_mentions_finding";
                        data: string;
                    } | {
                        /** @description Place in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "done";
                        data: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createLookupBatchV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own that names this request. For 24 hours the same request under the same key is answered from the first one and not billed again; another request under it is refused with `idempotency_conflict`. */
                "Idempotency-Key"?: string;
                /** @description `no-cache` asks every platform afresh instead of reusing recent facts of this account. */
                "Cache-Control"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchLookupV2"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchResponse"];
                };
            };
            /**
             * @description `invalid_request`: The request could not be read.
             *
             *     `invalid_batch`: The batch was refused; nothing was billed.
             */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "invalid_request" | "invalid_batch";
                        };
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamLookupV2: {
        parameters: {
            query?: {
                /** @description An e-mail address. May be repeated. */
                email?: string[] | string;
                /** @description A phone number in E.164 format. May be repeated. */
                phone?: string[] | string;
                /** @description A username. May be repeated. */
                username?: string[] | string;
                /** @description An IPv4 or IPv6 address. May be repeated. */
                ip?: string[] | string;
                /** @description A module to run, and no other; absent: all that there is an identity for. May be repeated. */
                module?: ("footprint" | "email" | "phone" | "ip" | "breaches" | "webMentions")[] | ("footprint" | "email" | "phone" | "ip" | "breaches" | "webMentions");
                /** @description Slugs, comma-separated: check only these. Absent or empty: the band. */
                platforms?: string;
                /** @description Check every platform rather than the default band; refused with `instant`, which asks few platforms. */
                deep?: "true";
                /** @description End the stream at the latency ceiling. */
                instant?: "true";
                /** @description Why, in a word of the account's own list (GET /v2/account/purposes). An account can make it mandatory. */
                purpose?: string;
            };
            header?: {
                /** @description Any text of your own that names this request. For 24 hours the same request under the same key is answered from the first one and not billed again; another request under it is refused with `idempotency_conflict`. */
                "Idempotency-Key"?: string;
                /** @description `no-cache` asks every platform afresh instead of reusing recent facts of this account. */
                "Cache-Control"?: string;
                /** @description Id of the last event that was seen: the stream goes on after it. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description Server-sent events. The `data` of each is JSON:
             *
             *     - `result`: ResultV2
             *     - `omission`: Omission
             *     - `email_finding`: EmailFinding
             *     - `phone_finding`: PhoneFinding
             *     - `ip_finding`: IpFinding
             *     - `breaches_finding`: BreachesFinding
             *     - `web_mentions_finding`: WebMentionsFinding
             *     - `done`: LookupV2
             */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": {
                        /** @description Place in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "result";
                        data: string;
                    } | {
                        /** @description Place in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "omission";
                        data: string;
                    } | {
                        /** @description Place in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "email_finding";
                        data: string;
                    } | {
                        /** @description Place in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "phone_finding";
                        data: string;
                    } | {
                        /** @description Place in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "ip_finding";
                        data: string;
                    } | {
                        /** @description Place in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "breaches_finding";
                        data: string;
                    } | {
                        /** @description Place in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "web_mentions_finding";
                        data: string;
                    } | {
                        /** @description Place in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "done";
                        data: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `quota_exceeded`: The lookup quota of this account is used up.
             *
             *     `insufficient_credits`: The balance does not cover this lookup.
             */
            402: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "quota_exceeded" | "insufficient_credits";
                        };
                    };
                };
            };
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyConflict"];
            /**
             * @description `missing_subject`: Send at least one of query, email and phone, or ip with checks.ip.
             *
             *     `unknown_platform`: The list of platforms names an unknown one.
             *
             *     `invalid_email`: That is not a valid e-mail address.
             *
             *     `invalid_phone`: That is not a valid phone number.
             *
             *     `invalid_ip`: That is not a valid IP address.
             *
             *     `purpose_required`: This account requires a purpose: name one of its list (GET /v2/account/purposes).
             *
             *     `unknown_purpose`: The purpose is not one of the account's list (GET /v2/account/purposes).
             *
             *     `invalid_parameter`: A parameter is not valid.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "missing_subject" | "unknown_platform" | "invalid_email" | "invalid_phone" | "invalid_ip" | "purpose_required" | "unknown_purpose" | "invalid_parameter";
                        };
                    };
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchLookups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LookupSearch"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `invalid_email`: That is not a valid e-mail address.
             *
             *     `invalid_phone`: That is not a valid phone number.
             *
             *     `invalid_ip`: That is not a valid IP address.
             *
             *     `invalid_parameter`: A parameter is not valid.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "invalid_email" | "invalid_phone" | "invalid_ip" | "invalid_parameter";
                        };
                    };
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPlatformStatus: {
        parameters: {
            query?: {
                /** @description Platforms with this tag. */
                tag?: string;
                /** @description Platforms of this strength, for `queryType` if that is given. */
                strength?: "strong" | "standard";
                /** @description Platforms that can be asked about identities of this type. */
                queryType?: "email" | "phone" | "username";
                /** @description Platforms with this health, for `queryType` if that is given. */
                status?: "healthy" | "confirm_only" | "cooling" | "quarantined" | "uncalibrated" | "switched_off";
                /** @description Platforms that answer on the instant path, for `queryType` if that is given. */
                instant?: "true";
                /** @description How many platforms, 1 to 1000; absent: all that are left. */
                limit?: string;
                /** @description `nextCursor` of the page before; absent for the first page. */
                cursor?: string;
            };
            header?: {
                /** @description The `ETag` of the copy that you hold: if that is still good, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description platforms that meet all filters */
                        total: number;
                        /** @description rules of these platforms, by query type */
                        counts: {
                            email: {
                                platforms: number;
                                /** @description rules whose "not registered" can count */
                                mayDeny: number;
                                /** @description rules for which it would, with an operator's own account at the platform */
                                mayDenyWithControlAccount: number;
                                /** @description rules that no negative control fits: none of their answers count */
                                uncalibrated: number;
                                /** @description rules that were checked against the platform itself; the others are shipped as they were read */
                                liveChecked: number;
                                /** @description rules by the side that answers "registered" or "not registered", and by how it is known to be right */
                                proofs: {
                                    registered: {
                                        [key: string]: number;
                                    };
                                    absent: {
                                        [key: string]: number;
                                    };
                                };
                            };
                            phone: {
                                platforms: number;
                                /** @description rules whose "not registered" can count */
                                mayDeny: number;
                                /** @description rules for which it would, with an operator's own account at the platform */
                                mayDenyWithControlAccount: number;
                                /** @description rules that no negative control fits: none of their answers count */
                                uncalibrated: number;
                                /** @description rules that were checked against the platform itself; the others are shipped as they were read */
                                liveChecked: number;
                                /** @description rules by the side that answers "registered" or "not registered", and by how it is known to be right */
                                proofs: {
                                    registered: {
                                        [key: string]: number;
                                    };
                                    absent: {
                                        [key: string]: number;
                                    };
                                };
                            };
                            username: {
                                platforms: number;
                                /** @description rules whose "not registered" can count */
                                mayDeny: number;
                                /** @description rules for which it would, with an operator's own account at the platform */
                                mayDenyWithControlAccount: number;
                                /** @description rules that no negative control fits: none of their answers count */
                                uncalibrated: number;
                                /** @description rules that were checked against the platform itself; the others are shipped as they were read */
                                liveChecked: number;
                                /** @description rules by the side that answers "registered" or "not registered", and by how it is known to be right */
                                proofs: {
                                    registered: {
                                        [key: string]: number;
                                    };
                                    absent: {
                                        [key: string]: number;
                                    };
                                };
                            };
                        };
                        platforms: {
                            platform: string;
                            name: string;
                            homepage: string;
                            /** @description the platform that is asked and answers in its place: both are one account */
                            sameAccountAs: string | null;
                            tags: string[];
                            /**
                             * @description strong: for one of its query types at least
                             * @enum {string}
                             */
                            strength: "strong" | "standard";
                            instant: ("email" | "phone" | "username")[];
                            /** @description for each kind of identity that the platform is asked about; empty: nothing asks it (retired, on hold, asked as another, or known by a breach or an address alone) */
                            health: {
                                /** @enum {string} */
                                queryType: "email" | "phone" | "username";
                                /** @enum {string} */
                                strength: "strong" | "standard";
                                /**
                                 * @description whether "not registered" can count, at best: now it depends on `status`
                                 * @enum {string}
                                 */
                                mayDeny: "yes" | "with_control_account" | "no";
                                /** @description false: no negative control fits the rule, so that none of its answers count */
                                calibratable: boolean;
                                /** @description day of the last check against the platform itself */
                                liveChecked: string | null;
                                /** @description how it is known that each side reads the platform rightly */
                                proof: {
                                    /** @description live_checked: its control passed on the platform itself; recorded, documented: a public answer or a document of the platform has its shape; sources_agree, one_source: read from that many tools or documents; suspect: another source contradicts it; null: no such side */
                                    registered: ("live_checked" | "recorded" | "documented" | "sources_agree" | "one_source" | "suspect") | null;
                                    /** @description live_checked: its control passed on the platform itself; recorded, documented: a public answer or a document of the platform has its shape; sources_agree, one_source: read from that many tools or documents; suspect: another source contradicts it; null: no such side */
                                    absent: ("live_checked" | "recorded" | "documented" | "sources_agree" | "one_source" | "suspect") | null;
                                };
                                /** @description how many public sources read the same request in the same way */
                                sources: number;
                                /** @enum {string} */
                                status: "healthy" | "confirm_only" | "cooling" | "quarantined" | "uncalibrated" | "switched_off";
                                reason: string | null;
                                lastControlAt: string | null;
                                /** @description median time of an answer in recent lookups, in milliseconds */
                                medianLatencyMs: number | null;
                                /** @description share of recent checks that the platform left without an answer, 0 to 1 */
                                omissionRate: number | null;
                            }[];
                            /** @description keys of official interfaces that the service can use for the platform */
                            keys: {
                                /** @enum {string} */
                                queryType: "email" | "phone" | "username";
                                /** @description names in the setting PLATFORM_KEYS */
                                names: string[];
                                /** @description whether the platform is not asked about this kind of identity without them */
                                required: boolean;
                                configured: boolean;
                            }[];
                        }[];
                        /** @description Send it as `cursor` for the next page; null on the last. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description The copy that `If-None-Match` names is still good. */
            304: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlatform: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug of a platform of the catalogue. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        platform: string;
                        name: string;
                        homepage: string;
                        /** @description the platform that is asked and answers in its place: both are one account */
                        sameAccountAs: string | null;
                        tags: string[];
                        /**
                         * @description strong: for one of its query types at least
                         * @enum {string}
                         */
                        strength: "strong" | "standard";
                        instant: ("email" | "phone" | "username")[];
                        /** @description for each kind of identity that the platform is asked about; empty: nothing asks it (retired, on hold, asked as another, or known by a breach or an address alone) */
                        health: {
                            /** @enum {string} */
                            queryType: "email" | "phone" | "username";
                            /** @enum {string} */
                            strength: "strong" | "standard";
                            /**
                             * @description whether "not registered" can count, at best: now it depends on `status`
                             * @enum {string}
                             */
                            mayDeny: "yes" | "with_control_account" | "no";
                            /** @description false: no negative control fits the rule, so that none of its answers count */
                            calibratable: boolean;
                            /** @description day of the last check against the platform itself */
                            liveChecked: string | null;
                            /** @description how it is known that each side reads the platform rightly */
                            proof: {
                                /** @description live_checked: its control passed on the platform itself; recorded, documented: a public answer or a document of the platform has its shape; sources_agree, one_source: read from that many tools or documents; suspect: another source contradicts it; null: no such side */
                                registered: ("live_checked" | "recorded" | "documented" | "sources_agree" | "one_source" | "suspect") | null;
                                /** @description live_checked: its control passed on the platform itself; recorded, documented: a public answer or a document of the platform has its shape; sources_agree, one_source: read from that many tools or documents; suspect: another source contradicts it; null: no such side */
                                absent: ("live_checked" | "recorded" | "documented" | "sources_agree" | "one_source" | "suspect") | null;
                            };
                            /** @description how many public sources read the same request in the same way */
                            sources: number;
                            /** @enum {string} */
                            status: "healthy" | "confirm_only" | "cooling" | "quarantined" | "uncalibrated" | "switched_off";
                            reason: string | null;
                            lastControlAt: string | null;
                            /** @description median time of an answer in recent lookups, in milliseconds */
                            medianLatencyMs: number | null;
                            /** @description share of recent checks that the platform left without an answer, 0 to 1 */
                            omissionRate: number | null;
                        }[];
                        /** @description keys of official interfaces that the service can use for the platform */
                        keys: {
                            /** @enum {string} */
                            queryType: "email" | "phone" | "username";
                            /** @description names in the setting PLATFORM_KEYS */
                            names: string[];
                            /** @description whether the platform is not asked about this kind of identity without them */
                            required: boolean;
                            configured: boolean;
                        }[];
                        history: {
                            /** @enum {string} */
                            queryType: "email" | "phone" | "username";
                            /** @description the way out that the controls took (PROBE_EGRESS) */
                            egressPool: string;
                            /** @description how many of the last 50 controls are kept: requests about accounts that exist and identities that cannot */
                            controls: number;
                            passed: number;
                            failed: number;
                            /** @description share of their requests that the platform answered, 0 to 1 */
                            answerRate: number | null;
                            /** @description share of "registered" in these answers: about a half, and 1 from a platform that says yes to all */
                            registeredShare: number | null;
                            medianLatencyMs: number | null;
                            /** @description since when no control has passed; after a week the platform is switched off */
                            failingSince: string | null;
                            /** @description answers to lookups of all accounts in the busy hours of the last days */
                            lookups: {
                                answered: number;
                                registeredShare: number | null;
                            } | null;
                            /** @description when the share of "registered" in answers to lookups jumped last, and from what to what */
                            alert: {
                                /** Format: date-time */
                                at: string;
                                now: number;
                                before: number;
                            } | null;
                            /** @description since when the platform shows another page for absent accounts than its rule describes, so that it only confirms */
                            absenceUnrecognisedSince: string | null;
                            /** @description the controls, the newest first; `shadow`: of a changed rule that lookups did not use */
                            recent: {
                                /** Format: date-time */
                                at: string;
                                /** @enum {string} */
                                state: "passed" | "failed" | "blocked";
                                latencyMs: number | null;
                                shadow: boolean;
                            }[];
                        }[];
                        /** @description changed rules that lookups do not use yet, with the controls that they have passed in a row */
                        shadow: {
                            /** @enum {string} */
                            queryType: "email" | "phone" | "username";
                            passed: number;
                            needed: number;
                            /** @description the rule before goes on answering; false: there was none, so that nothing answers yet */
                            previousAnswers: boolean;
                        }[];
                        /** @description a platform file of the operator's own answers in place of the catalogue's */
                        replaced: boolean;
                        /** @description since when the operator, or a week of failed controls, keeps it from being asked, and why; null: it is asked */
                        switchedOff: {
                            /** Format: date-time */
                            since: string;
                            reason: string;
                        } | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSources: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Of this endpoint only. */
                endpoint?: string;
                /** @description Of this type of event only. */
                type?: "lookup.completed" | "usage.threshold_reached" | "team.member_joined" | "endpoint.test";
                /** @description In this state only. */
                state?: "pending" | "delivered" | "failed";
                /** @description Made at this moment or later. */
                since?: string;
                /** @description Made before this moment. */
                until?: string;
                /** @description How many deliveries, 1 to 100; 20 by default. */
                limit?: string;
                /** @description `nextCursor` of the page before; absent for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhookEndpoint"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            409: components["responses"]["EndpointLimitReached"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `endpoint_address_refused`: Events cannot be sent to that address.
             *
             *     `invalid_parameter`: A parameter is not valid.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "endpoint_address_refused" | "invalid_parameter";
                        };
                    };
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the endpoint, `whk_…`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the endpoint, `whk_…`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedWebhookEndpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the endpoint, `whk_…`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointChanges"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `endpoint_address_refused`: Events cannot be sent to that address.
             *
             *     `invalid_parameter`: A parameter is not valid.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "endpoint_address_refused" | "invalid_parameter";
                        };
                    };
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the endpoint, `whk_…`. */
                id: string;
                /** @description Identifier of the event, `evt_…`. */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryDetails"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resendWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the endpoint, `whk_…`. */
                id: string;
                /** @description Identifier of the event, `evt_…`. */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentWebhookEvent"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["EndpointDisabled"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    disableWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the endpoint, `whk_…`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    enableWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the endpoint, `whk_…`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    recoverWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the endpoint, `whk_…`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookRecoveryRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookRecovery"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["EndpointDisabled"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the endpoint, `whk_…`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookSecretRotation"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the endpoint, `whk_…`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentWebhookEvent"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["EndpointDisabled"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readWebhookStats: {
        parameters: {
            query?: {
                /** @description Of this endpoint only. */
                endpoint?: string;
                /** @description 24 hours by the hour, 7 days by six hours, 30 days by the day; `week` by default. */
                period?: "day" | "week" | "month";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookStats"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; nothing of it is lost. Ask the operator of the service.
             *
             *     `account_closed`: This account is closed and is going to be deleted; until then an owner can take that back.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "account_suspended" | "account_closed" | "insufficient_scope";
                        };
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    on_lookup_completed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Identical across retries and resends: store it and skip repeats. */
                    id: string;
                    /** @constant */
                    type: "lookup.completed";
                    /** Format: date-time */
                    createdAt: string;
                    /** @constant */
                    apiVersion: "2026-11";
                    accountId: string;
                    apiKeyId: string;
                    data: {
                        lookupId: string;
                        /** @description The body of `GET /v2/lookup/{id}`, risk included; omissions are counts, their list is at `GET /v2/lookup/{id}/omissions`. */
                        response: components["schemas"]["LookupV2"];
                    };
                };
            };
        };
        responses: {
            /** @description Acknowledged, when it comes within ten seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later: eight attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_usage_threshold_reached: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Identical across retries and resends: store it and skip repeats. */
                    id: string;
                    /** @constant */
                    type: "usage.threshold_reached";
                    /** Format: date-time */
                    createdAt: string;
                    /** @constant */
                    apiVersion: "2026-11";
                    accountId: string;
                    apiKeyId: string;
                    data: {
                        /** @description `credit` on a credit plan, where amounts are in millicents; else the module that is counted. */
                        scope: string;
                        percent: number;
                        used: number;
                        limit: number;
                        /** Format: date-time */
                        periodStart: string;
                    };
                };
            };
        };
        responses: {
            /** @description Acknowledged, when it comes within ten seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later: eight attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_team_member_joined: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Identical across retries and resends: store it and skip repeats. */
                    id: string;
                    /** @constant */
                    type: "team.member_joined";
                    /** Format: date-time */
                    createdAt: string;
                    /** @constant */
                    apiVersion: "2026-11";
                    accountId: string;
                    apiKeyId: string;
                    data: {
                        memberId: string;
                        email: string;
                        role: string;
                        /** Format: date-time */
                        joinedAt: string;
                    };
                };
            };
        };
        responses: {
            /** @description Acknowledged, when it comes within ten seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later: eight attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_endpoint_test: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Identical across retries and resends: store it and skip repeats. */
                    id: string;
                    /** @constant */
                    type: "endpoint.test";
                    /** Format: date-time */
                    createdAt: string;
                    /** @constant */
                    apiVersion: "2026-11";
                    accountId: string;
                    apiKeyId: string;
                    data: {
                        endpointId: string;
                    };
                };
            };
        };
        responses: {
            /** @description Acknowledged, when it comes within ten seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later: eight attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
