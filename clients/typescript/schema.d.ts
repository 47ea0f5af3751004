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
         * @description Returns within about a second whether the mailbox is deliverable, disposable, consumer webmail or on a catch-all domain, and the age of its domain. No platforms are probed. Billed as one lookup. Requires a key with the scope `lookups:create`.
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
         * @description Returns a risk score from 0 to 100, flags for VPN, proxy, Tor and datacentre, the location and the network owner of an IP address. No platforms are probed. Billed as one lookup. Requires a key with the scope `lookups:create`.
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
         * List lookups, newest first
         * @description The lookups of the account, newest first. Single checks are not listed. Requires a key with the scope `lookups:read`.
         */
        get: operations["listLookups"];
        put?: never;
        /**
         * Look up an identity
         * @description Finds the platforms on which an identity is registered, with breach history and web mentions. Without `wait` or `instant` the response is a PendingLookup: read the lookup by its id. A platform without a confident answer is omitted, and a platform that cannot be probed for this kind of identity is skipped. Billed as one lookup. Requires a key with the scope `lookups:create`.
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
         * @description The full result, or `status: processing` while the lookup runs. The id of a lookup of another account is treated as unknown. Requires a key with the scope `lookups:read`.
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
         * @description Queues up to fifty lookups. Each checks every platform, which takes minutes; POST /v2/batches checks fewer, and takes 10,000. If an item is malformed, the whole batch is refused and nothing is billed. Otherwise every item is billed and queued separately: an item without sufficient credit does not affect the others. Read each lookup with GET /v1/lookup/{id}. Requires a key with the scope `lookups:create`.
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
         * Look up an identity and stream each result
         * @description Server-sent events: one for each platform result, then `done` as the last event, exactly once. Disconnecting does not cancel the lookup. Reconnect with `Last-Event-ID` to continue; it is not billed again. The first event id is sent before any result; after the id of `done` the response is an empty 204. A key can have 20 open streams; a further stream is refused with `rate_limit_exceeded` and not billed. A client that reads nothing for 30 to 60 seconds is disconnected. A stream can end without `done` when the service restarts; reconnect to continue. Comments are heartbeats and progress. Billed as one lookup. Requires a key with the scopes `lookups:create` and `lookups:read`.
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
         * @description Returns the validity, carrier, line type and VOIP class of a phone number. No platforms are probed. Billed as one lookup. Requires a key with the scope `lookups:create`.
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
         * List the platforms that can be probed
         * @description Every slug that `platforms` accepts, the query types for which the platform can be probed, and those for which it answers instant lookups.
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
         * @description The plan of the account that the key belongs to, and how much of its allowance is used in this period. Running lookups are included, because lookups are billed when they are accepted. Requires a key with the scope `account:read`.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Name the account
         * @description Sets the name that members see in place of the address of the account. `null` removes it. Requires a key with the scope `account:write`.
         */
        patch: operations["updateAccount"];
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
         * @description Who looked up, read or changed what in this account, newest first. Entries cannot be changed and are kept for two years. The entry of a change exists before the response is sent; entries of reads and refusals appear within a second. Requires a key with the scope `account:read`.
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
    "/v2/account/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List e-mails
         * @description The newest e-mails about the account: messages about its endpoints, and invitations. They are kept for 90 days. E-mails with sign-in codes are not listed. Requires a key with the scopes `account:read` and `account:people`.
         */
        get: operations["listEmails"];
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
         * @description Erasures and dry runs of the account, newest first. They do not contain the identity. Requires a key with the scope `account:data`.
         */
        get: operations["listErasures"];
        put?: never;
        /**
         * Erase an identity
         * @description Deletes every lookup of this account that contains the identity, finished or not, with its results, facts, webhook events and deliveries. A lookup of several identities is deleted completely. The response is sent immediately; `GET /v2/account/erasures/{id}` shows the progress and finally the receipt. Without `"dryRun": false` the data is only counted. Bills stay. Repeating a request with an Idempotency-Key whose lookup was erased is refused like a different request. Requires a key with the scope `account:data`.
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
         * @description The progress of an erasure and, when it is done, its receipt: what was deleted, and which events had already been sent. Requires a key with the scope `account:data`.
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
         * @description All data of the account that its members may see, as lines of JSON with a `type`. The first line is `export`; the last is `end`, with the number of lines of each type. Without `end` the export is incomplete. Secrets and digests are left out. Data that is added or deleted during the export may or may not be included; each line shows the data at the time it was read. Requires a key with the scope `account:data`.
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
         * @description Invitations that can still be accepted, the oldest first. Requires a key with the scope `account:people`.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite a person
         * @description Sends an e-mail with a link. A member also gets the link in the response, once; a key does not. The link is valid for seven days, can be used once, and works only for a person who signs in with that address. It replaces an open invitation to the same address. An account sends one e-mail to an address in 24 hours: a further invitation by a member has `emailedAt` null and a link to be given by hand, one by a key is refused with `email_limit_reached` and changes nothing. Requires a key with the scope `account:people`.
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
         * @description The invitation can no longer be accepted. Requires a key with the scope `account:people`.
         */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/account/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what this API key may do
         * @description The scopes, the limits and the end of the key that the request is made with. Every key may read them: a program that looks people up by itself can refuse to run with a key that has no limit of its own.
         */
        get: operations["getOwnApiKey"];
        put?: never;
        post?: never;
        delete?: never;
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
         * @description Keys of the account, newest first, including revoked and expired ones. The secret of a key is shown only once, when it is created. Requires a key with the scope `account:read`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Creates a key, which is shown only once. A key cannot grant scopes that it does not have itself. A key that is limited to networks, to its own lookups or to a number of lookups cannot create keys, and can replace only itself. Requires a key with the scope `account:write`.
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
         * @description Requests with the key are refused from now on, by every process. A key can revoke itself. Requires a key with the scope `account:write`.
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
         * @description Creates a new key of the same kind, with the name, the scopes, the limits and the expiry of this one; it is shown only once. The old key keeps working during the overlap, so that clients can switch without a refused request. Both count as one key: what the old one used of a monthly limit stays used, and the new one sees the lookups of the old one. Requires a key with the scope `account:write`.
         */
        post: operations["rollApiKey"];
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
         * @description People who can use the account in the dashboard, in the order in which they joined. Requires a key with the scope `account:people`.
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
         * @description Requests of this person for the account are refused from now on, by every process. Only owners can remove owners; API keys cannot. Requires a key with the scope `account:people`.
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
         * @description The purposes that v2 lookups can use, and whether a purpose is required. Requires a key with the scope `account:read`.
         */
        get: operations["getPurposes"];
        /**
         * Replace the purposes
         * @description Replaces the list, and sets whether v2 lookups, streams and batch items must have a purpose from it. Lookups that were already accepted keep their purpose. v1 has no field for it and is not affected. Requires a key with the scope `account:write`.
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
         * Test a retention period
         * @description Counts what a retention period would delete now, without changing anything. Requires a key with the scope `account:data`.
         */
        get: operations["previewRetention"];
        /**
         * Set the retention period
         * @description Finished lookups are deleted with all their results this many days after they were accepted. Deletion runs every hour and cannot be undone. Bills stay. Requires a key with the scope `account:data`.
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
         * @description Entries of the account's suppression list, newest first. The operator's entries, which apply to all accounts, are not shown. To find the entry of an identity, add the identity again: the response is the existing entry. Requires a key with the scope `account:read`.
         */
        get: operations["listSuppressions"];
        put?: never;
        /**
         * Add an identity to the suppression list
         * @description Lookups of this account no longer query anything about the identity: platforms are omitted as `suppressed`, modules do not run for it, and stored facts are not used. Such a lookup is billed like any other. The identity is suppressed in every form: upper and lower case, a tag in an e-mail address (`ada+news@…`) and other spellings of the same mailbox make no difference, nor does whether it is sent as a username. If it is already on the list, its entry is kept, and `proof` is empty unless it says what you sent. A running lookup stops querying at its next step. Requires a key with the scope `account:write`.
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
         * Remove an identity from the suppression list
         * @description Lookups that are planned from now on include the identity again, unless it is on the operator's list. Requires a key with the scope `account:write`.
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
         * @description What the account was billed, by day (UTC), key and module. Days without lookups are left out. Deleted lookups are included, because they stay billed. Requires a key with the scope `account:read`.
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
    "/v2/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List batches, newest first
         * @description The batches of the account, newest first; those of v1 too. Paging is stable. Requires a key with the scope `lookups:read`.
         */
        get: operations["listBatches"];
        put?: never;
        /**
         * Look up many people
         * @description Stores up to 10,000 items (500 with `mode=deep`), each a lookup of its own, and starts them in the background. The body has a line of JSON for each (`application/x-ndjson`), or is CSV whose first line names the columns (`email`, `phone`, `username`, `ip`, `identity`, `ref`, `name`), or JSON with all of them. **An item is billed when it starts**, as `POST /v2/lookup` is; when the allowance does not cover the next one, the batch is paused. `batch.completed` is sent when the last lookup has finished. Requires a key with the scope `lookups:create`.
         */
        post: operations["createBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one batch
         * @description How far a batch is. The id of a batch of another account is treated as unknown. Requires a key with the scope `lookups:read`.
         */
        get: operations["getBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/batches/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a batch
         * @description Items that have not started never start, and whom they name is deleted. What has started is finished and stays billed. Requires a key with the scope `lookups:create`.
         */
        post: operations["cancelBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/batches/{id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the items of a batch
         * @description The items of a batch in their order, each with the counts of what its lookup found. Paging is stable while the batch runs. Requires a key with the scope `lookups:read`.
         */
        get: operations["listBatchItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/batches/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a batch
         * @description No further item starts, until the batch is resumed. Pausing again changes nothing. Requires a key with the scope `lookups:create`.
         */
        post: operations["pauseBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/batches/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the results of a batch
         * @description All items of a batch in their order, each with what its lookup found, or what keeps it from that; also while the batch runs. The response is made as it is read. A response that is cut off is not complete. Requires a key with the scope `lookups:read`.
         */
        get: operations["getBatchResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/batches/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a batch
         * @description Its items start again. If its key has ended, the caller pays from now on. Requires a key with the scope `lookups:create`.
         */
        post: operations["resumeBatch"];
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
         * List lookups and single checks, newest first
         * @description All lookups and single checks of the account, newest first. Paging is stable: lookups that are added in the meantime do not cause others to be skipped or repeated. Requires a key with the scope `lookups:read`.
         */
        get: operations["listLookupsV2"];
        put?: never;
        /**
         * Look up a person by up to five identities of each kind, with risk
         * @description Looks up a person by up to five e-mail addresses, phone numbers, usernames and IP addresses each. The result contains the platforms on which each identity is registered, how many platforms were omitted and why, the findings of the modules with the contribution of every source, and a risk score with its reasons. `mode` sets when the response is sent. v1 returns the same lookup by the same id. Billed at acceptance, once: as many lookups as it has identities of one kind, where it has most; on a credit plan each module costs its price for each identity of a kind. Requires a key with the scope `lookups:create`.
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
         * @description The lookup with everything that is known so far; `status` shows whether it is complete. Single checks and lookups of v1 can be read here too. The id of a lookup of another account is treated as unknown. A finished lookup has an `ETag` and does not change, except that `seen` counts fewer lookups after some were deleted; a running lookup has none. Requires a key with the scope `lookups:read`.
         */
        get: operations["getLookupV2"];
        put?: never;
        post?: never;
        /**
         * Delete one lookup with all its results
         * @description Deletes a lookup in any state with its results, the findings of its modules, the facts that later lookups would have reused, and its `lookup.completed` event with every delivery and attempt. The lookup stays billed. A running lookup probes no more platforms, is never finished and sends no webhook; a delivery in progress may still arrive. Repeating the original request with its Idempotency-Key returns the deleted id and bills nothing. Deleting a lookup again, or a lookup of another account, returns `not_found`. Requires a key with the scope `lookups:delete`.
         */
        delete: operations["deleteLookupV2"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/lookup/{id}/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the disputed results of a lookup
         * @description The results of a lookup that somebody of the account said are wrong, in the order in which they were disputed. Requires a key with the scope `lookups:read`.
         */
        get: operations["listLookupDisputes"];
        put?: never;
        /**
         * Say that a result of a lookup is wrong
         * @description Keeps that a result, registered or not registered, is wrong, with the evidence that it rests on. The operators of the service see the platform and the evidence in short, never the identity or the note, and the platform is checked with its control accounts within minutes, at most once an hour. The lookup and its score do not change, and nothing is billed. A result is disputed once: a repetition returns the dispute that there is. Requires a key with the scopes `lookups:create` and `lookups:read`.
         */
        post: operations["disputeResult"];
        delete?: never;
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
         * Read the evidence of each verdict of a lookup
         * @description Every check of a lookup with the evidence for its result, or the reason why it has none. Use it to examine a result that you doubt. Requires a key with the scope `lookups:read`.
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
         * List the omissions of a lookup with their reasons
         * @description Every check of a lookup without a confident answer, with the reason, in the order in which they were recorded. The lookup itself contains only the counts. Paging is stable even while the lookup runs: omissions are neither skipped nor repeated, and new ones are added at the end. The id of a lookup of another account is treated as unknown. Requires a key with the scope `lookups:read`.
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
         * @description Sends all events of a lookup or single check of the account from its beginning, as GET /v2/lookup/stream does. The lookup can be running or finished, and can have been started in any way: asynchronously, in a batch or by v1. It is not billed. Both streams use the same event ids, so you can reconnect to either with `Last-Event-ID`. The id of a lookup of another account is treated as unknown. A key can have 20 open streams; a further stream is refused with `rate_limit_exceeded` and not billed. A client that reads nothing for 30 to 60 seconds is disconnected. A stream can end without `done` when the service restarts; reconnect to continue. Requires a key with the scope `lookups:read`.
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
    "/v2/lookup/price": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a lookup would be billed
         * @description A dry run: checks a request as `POST /v2/lookup` does and returns what it would be billed on the present plan. Nothing is looked up, stored or billed. Billed at acceptance, once: as many lookups as it has identities of one kind, where it has most; on a credit plan each module costs its price for each identity of a kind. Requires a key with the scope `lookups:create`.
         */
        post: operations["priceLookupV2"];
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
         * Look up several identities and stream each result
         * @description Server-sent events: `result` or `omission` for each platform and identity, a finding for each module and identity, then `done` as the last event, exactly once; it equals the response of GET /v2/lookup/{id} at that moment. If a later fact changes a result, the event is sent again. Disconnecting does not cancel the lookup. Reconnect with `Last-Event-ID` to continue; it is not billed again. A key can have 20 open streams; a further stream is refused with `rate_limit_exceeded` and not billed. A client that reads nothing for 30 to 60 seconds is disconnected. A stream can end without `done` when the service restarts; reconnect to continue. Billed at acceptance, once: as many lookups as it has identities of one kind, where it has most; on a credit plan each module costs its price for each identity of a kind. Requires a key with the scopes `lookups:create` and `lookups:read`.
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
    "/v2/lookups/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export the lookups of the account
         * @description All lookups and single checks that match all conditions, newest first, as lines of JSON with a `type`: a `lookup` each as the search shows it, then `end` with their number. Without `end` the export is incomplete. It is not billed. Results are not included: read them by id, or export the account. Requires a key with the scope `lookups:read`.
         */
        post: operations["exportLookups"];
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
         * @description Lookups and single checks that match all conditions, newest first; without conditions, all of them. Identities are sent in the body, because request URLs are written to logs. The search is not billed and starts no lookup. Paging is stable as in GET /v2/lookup; send the same conditions with each cursor. Requires a key with the scope `lookups:read`.
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
         * @description The platforms with their health, in the order of their slugs; the data is at most a few seconds old. Without `limit` the response is the whole list, about a megabyte; use filters, pages or the `ETag` to reduce it. Paging is stable: platforms are neither skipped nor repeated.
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
         * @description The platform as in the list, the results of its latest controls through each egress, and the changed rules that are in shadow; also whether the operator has replaced or disabled it.
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
         * @description The sources of the modules: whether each is configured, by which settings, how old its data is, and the attribution that its licence requires. The notes on a lookup's modules use the same names.
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
         * @description The delivery log, which can be filtered. Paging is stable: new deliveries do not shift the pages. Requires a key with the scope `webhooks`.
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
         * @description Endpoints of the account, oldest first. Requires a key with the scope `webhooks`.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Add an endpoint
         * @description Adds an endpoint. Its address is checked as for every delivery, so an address that could never receive one is refused here with the reason. The signing secret is shown only once. Requires a key with the scope `webhooks`. What lookups found requires `lookups:read` as well.
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
         * @description One endpoint with its state and its failures. Requires a key with the scope `webhooks`.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete an endpoint
         * @description Deletes the endpoint with its secrets and its log. Deliveries in progress end at their next step. Requires a key with the scope `webhooks`.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change an endpoint
         * @description Changes only the fields that are sent. A new address resets the failure window. Requires a key with the scope `webhooks`. What lookups found requires `lookups:read` as well.
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
         * @description A delivery with the bytes that it sends and every attempt that was made. Requires a key with the scope `webhooks`. What lookups found requires `lookups:read` as well.
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
         * @description Sends an event again, delivered or not, with the same id and bytes, from the start of the schedule. Requires a key with the scope `webhooks`.
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
         * @description No more events are sent to the endpoint, and deliveries in progress end. Requires a key with the scope `webhooks`.
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
         * @description Enables the endpoint and resets its failure window. Use `recover` to send the events that it missed. Requires a key with the scope `webhooks`.
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
         * Recover missed deliveries
         * @description Resends deliveries that failed since a given time, and sends events that were missed while the endpoint was disabled. Use `dryRun` to count them first. Requires a key with the scope `webhooks`.
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
         * @description Creates a new signing secret, which is shown only once. During the overlap every request carries a signature for each valid secret, so that receivers can switch without losing an event. Requires a key with the scope `webhooks`.
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
         * @description Sends `endpoint.test` as every event is sent, but with a single attempt. The delivery log shows the outcome. Requires a key with the scope `webhooks`.
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
         * Read delivery statistics over time
         * @description Deliveries, attempts and response times by endpoint and interval, calculated from the delivery log. Requires a key with the scope `webhooks`.
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
         * A lookup has finished. The event is sent once for each lookup, not for each module; each batch item is a lookup of its own.
         * @description Signed in `SVC-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of t.body>`; the id is also in `SVC-Event-Id`.
         */
        post: operations["on_lookup_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "batch.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The last lookup of a batch has finished. A batch that was cancelled has no event.
         * @description Signed in `SVC-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of t.body>`; the id is also in `SVC-Event-Id`.
         */
        post: operations["on_batch_completed"];
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
         * Usage has reached 80 % or 100 % of the allowance. Each threshold is sent once per billing period.
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
         * A test event was requested.
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
        /** @description A refused request. Match on `error.code`, never on the message: codes are stable, messages may change. */
        ApiError: {
            error: components["schemas"]["ErrorReason"];
        };
        ErrorReason: {
            /** @description Machine-readable. */
            code: components["schemas"]["ErrorCode"];
            /** @description Human-readable. */
            message: string;
            details?: components["schemas"]["AllowanceDetails"] | components["schemas"]["ItemFaults"];
        };
        /** @description Only with 402: how much of the allowance is used. */
        AllowanceDetails: {
            unit: components["schemas"]["AccountUnit"];
            /** @description Used in this period. */
            used: number;
            /** @description The allowance of this period. On a credit plan: the amount used plus the remaining balance. */
            limit: number;
            /**
             * Format: date-time
             * @description When the allowance is renewed; null if it is not renewed at a fixed time.
             */
            renewsAt: string | null;
        };
        /** @description Only with `invalid_batch` of `POST /v2/batches`: the items that cannot be looked up, up to a thousand of them. */
        ItemFaults: {
            /** @description How many there are. */
            invalid: number;
            faults: components["schemas"]["BatchItemFault"][];
        };
        Account: {
            accountId: string;
            email: string;
            /** @description What its members call it; null: it has no name. */
            name: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description When the account was suspended; null if it is not. Keys of a suspended account are refused. */
            suspendedAt: string | null;
            /** @description Days after which lookups are deleted with all their results; null: they are kept. */
            retentionDays: number | null;
            /** @enum {string} */
            plan: "free_trial" | "growth" | "higher_volume" | "credit";
            /** @description What `allowance` and `used` count: lookups, or thousandths of a cent on a credit plan. */
            unit: components["schemas"]["AccountUnit"];
            /** @description Lookups per period; null: no limit, or a credit plan. */
            allowance: number | null;
            /** @description What all accounts that share the allowance used in this period. */
            used: number;
            /** @description Accounts that share the allowance, this one included. */
            sharedBy: number;
            /** @description The remaining prepaid balance; null except on a credit plan. */
            balanceMillicents: number | null;
            /**
             * Format: date-time
             * @description Start of this period; 1970 if the plan has a single period without end.
             */
            periodStart: string;
            /** @description When the allowance is renewed; null: it is not renewed at a fixed time. */
            renewsAt: string | null;
        };
        AccountChanges: {
            name: string | null;
        };
        AccountExportLine: {
            /**
             * @description The other fields follow from it.
             * @enum {string}
             */
            type: "export" | "account" | "usagePeriod" | "topUp" | "ledgerEntry" | "usageAlert" | "key" | "member" | "invitation" | "session" | "endpoint" | "suppression" | "erasure" | "sentEvent" | "email" | "event" | "delivery" | "lookup" | "batch" | "batchItem" | "dispute" | "auditEntry" | "end";
        } & {
            [key: string]: unknown;
        };
        AccountPurposes: {
            purposes: string[];
            required: boolean;
        };
        AccountUsage: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            days: components["schemas"]["UsageOfDay"][];
        };
        ApiKey: {
            id: string;
            name: string;
            /** @description The last four characters of the key. */
            lastFour: string;
            /** @description It is a test key: it looks up test identities alone, unbilled, and nothing is asked (docs/test-keys.md). */
            test: boolean;
            scopes: components["schemas"]["Scope"][];
            /** @description It reads, follows and deletes only lookups that it made, or a key that it replaced. */
            ownLookupsOnly: boolean;
            /** @description Networks that it can be used from, in CIDR notation; null: all. */
            networks: string[] | null;
            /** @description Lookups that it can make in a calendar month (UTC); null: no limit of its own. */
            monthlyLookups: number | null;
            /** Format: date-time */
            createdAt: string;
            /** @description null: it does not expire. */
            expiresAt: string | null;
            /** @description Accurate to the minute; null: not used since this has been recorded. */
            lastUsedAt: string | null;
            revokedAt: string | null;
        };
        ApiKeyList: {
            keys: components["schemas"]["ApiKey"][];
        };
        ApiKeyRoll: {
            /**
             * @description How long the old key keeps working alongside the new one: 0 ends it immediately; at most seven days; one day by default.
             * @default 86400
             */
            overlapSeconds: number;
        };
        /** @description Who did what, when and from where. It contains ids, never identities. */
        AuditEntry: {
            id: string;
            /** Format: date-time */
            at: string;
            actor: {
                /** @enum {string} */
                type: "key" | "member" | "operator";
                /** @description Id of the key or member. Of an operator: the id of the person, or the name of who ran a command. Null: nobody is known by what was sent. */
                id: string | null;
            };
            /** @description The operation by its id, or a command of the operator. */
            action: string;
            /** @description Ids of what was read, created or changed. When a list is read, its entries are not included. */
            targets: string[];
            /** @description The client's IPv4 address, or the /64 of its IPv6 address; null for commands. */
            network: string | null;
            /** @description `ok` or an error code. */
            outcome: string;
            /** @description The purpose, for lookups that have one. */
            purpose: string | null;
            /** @description How somebody signed in, or tried to: `code`, `passkey`, `link` (made by an operator), `openid` with the address of the provider. */
            means: string | null;
        };
        AuditPage: {
            entries: components["schemas"]["AuditEntry"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            nextCursor: string | null;
        };
        Batch: {
            /** @description Identifier of the batch. */
            batchId: string;
            /** @description The key or member that sent it. */
            apiKeyId: string;
            mode: components["schemas"]["BatchMode"];
            /**
             * @description `queued`: nothing has started. `paused` and `cancelled`: nothing further starts; what has started is finished.
             * @enum {string}
             */
            status: "queued" | "running" | "paused" | "cancelled" | "finished";
            /** @description `quota_exceeded` and `insufficient_credits`: the allowance does not cover the next item; resume the batch when it does. `key_ended`: the key was revoked or has expired; whoever resumes the batch pays from then on. */
            pausedBecause: ("requested" | "quota_exceeded" | "insufficient_credits" | "key_ended") | null;
            /** @description It was sent by `POST /v1/lookup/batch`, which bills all items at once; it cannot be paused. */
            startedWhole: boolean;
            purpose: string | null;
            items: number;
            counts: {
                waiting: number;
                running: number;
                finished: number;
                refused: number;
                invalid: number;
                cancelled: number;
                deleted: number;
                erased: number;
            };
            /** @description How long it still takes by itself; null if nothing shows it, or the list was read. */
            estimatedSeconds: number | null;
            /** Format: date-time */
            createdAt: string;
            /** @description When the first item started. */
            startedAt: string | null;
            finishedAt: string | null;
        };
        BatchFault: {
            code: string;
            message: string;
        };
        BatchItem: {
            /** @description An e-mail address, a phone number or a username; the type is detected. Usernames can be sent only in this field. */
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
            /** @description Which modules to run; a request without any module is refused. Unknown keys, and modules without a source in this installation (GET /v2/sources), are ignored. */
            checks?: components["schemas"]["LookupChecks"];
        };
        BatchItemFault: {
            /** @description Position among the items sent, from 0. */
            index: number;
            code: string;
            message: string;
        };
        BatchItemFindings: {
            /** @description Platforms that gave an answer, registered or not. An omitted platform is not counted. */
            platformsChecked: number;
            /** @description Checks without a confident answer. Checks that are planned and neither answered nor omitted are pending. */
            omitted: number;
            /** @description Platforms where any of the identities is registered. */
            matches: number;
            /** @description `matches` minus accounts that came with an e-mail address. */
            socialMatches: number;
            /** @description Slugs of the platforms in `matches`. */
            hits: string[];
            risk: components["schemas"]["BatchItemRisk"];
        };
        BatchItemPage: {
            items: components["schemas"]["ListedBatchItem"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            nextCursor: string | null;
        };
        BatchItemResult: {
            /** @description Position among the items sent, from 0. */
            index: number;
            /** @description Your own name for it; null if it has none, or was deleted. */
            ref: string | null;
            lookupId: string | null;
            status: components["schemas"]["BatchItemStatus"];
            /** @description Why it was refused, or is invalid. */
            fault: components["schemas"]["BatchFault"] | null;
            /** @description Once it is finished. */
            lookup: components["schemas"]["LookupV2"] | null;
        };
        BatchItemRisk: {
            /** @description Null when no check was answered. */
            score: number | null;
            /** @description `insufficient` while the confidence is below 10. */
            level: components["schemas"]["RiskLevel"];
        };
        BatchLookup: {
            items: components["schemas"]["BatchItem"][];
        };
        BatchPage: {
            batches: components["schemas"]["Batch"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            nextCursor: string | null;
        };
        BatchPlatformResult: {
            /** @description Position among the items sent, from 0. */
            index: number;
            /** @description Your own name for it; null if it has none, or was deleted. */
            ref: string | null;
            lookupId: string | null;
            result: components["schemas"]["ResultV2"];
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
        BatchResultLine: components["schemas"]["BatchItemResult"] | components["schemas"]["BatchPlatformResult"];
        Billed: {
            /** @description Lookups, or thousandths of a cent (`millicents`) on a credit plan. */
            amount: number;
            unit: components["schemas"]["AccountUnit"];
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
            /** @description `unknown`: no source gave an answer. `not_configured`: no source is configured. `suppressed`: the identity opted out, so no source was queried. */
            state: components["schemas"]["FindingState"];
            checkedAt: string | null;
            /** @description Empty: checked, nothing found. */
            facts: components["schemas"]["BreachRecord"][] | null;
            /** @description Platforms of the catalogue that were breached. */
            platforms: {
                platform: string;
                breach: string;
            }[];
            /** @description How each source contributed. */
            sources: components["schemas"]["SourceNote"][];
        };
        ClaimedName: {
            /** @description The name as it was sent. */
            value: string;
            /**
             * @description Over all accounts that show a name. `agree`: one does. `differ`: some name shares no word with it, and none agrees; nicknames do that too, so it moves no score. `unknown`: nothing can be said.
             * @enum {string}
             */
            agreement: "agree" | "differ" | "unknown";
            /** @description Accounts by which that is known. */
            platforms: {
                platform: string;
                /** @enum {string} */
                agreement: "agree" | "differ";
            }[];
        };
        CreatedApiKey: {
            apiKey: components["schemas"]["ApiKey"];
            /** @description Shown only once. */
            key: string;
        };
        CreatedBatch: {
            /** @description Null for a dry run. */
            batchId: string | null;
            /** @description How many items were sent. */
            items: number;
            /** @description How many of them cannot be looked up. */
            invalid: number;
            /** @description What is wrong with those, up to a thousand of them. */
            faults: components["schemas"]["BatchItemFault"][];
            /** @description What the others will be billed together, at present prices: each when it starts. */
            cost: components["schemas"]["Billed"];
            /** @description How long the batch takes by itself, from those that finished within a week; null if there was none. */
            estimatedSeconds: number | null;
        };
        CreatedInvitation: {
            invitation: components["schemas"]["Invitation"];
            /** @description Shown only once, and only to members: null for a key. */
            link: string | null;
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
        DeliveryCounts: {
            delivered: number;
            failed: number;
            pending: number;
            /** @description Attempts of these deliveries, regardless of when they were made. */
            attempts: number;
            failedAttempts: number;
            /** @description Median time of the attempts that got a response; null without any. */
            medianMs: number | null;
            /** @description 95 % of the attempts with a response took less than this. */
            p95Ms: number | null;
        };
        DeliveryInterval: {
            /** Format: date-time */
            from: string;
            delivered: number;
            failed: number;
            pending: number;
            /** @description Attempts of these deliveries, regardless of when they were made. */
            attempts: number;
            failedAttempts: number;
            /** @description Median time of the attempts that got a response; null without any. */
            medianMs: number | null;
            /** @description 95 % of the attempts with a response took less than this. */
            p95Ms: number | null;
        };
        /** @description A username taken from an e-mail address. The account may belong to somebody else, so it is not counted. */
        DerivedResult: {
            /** @description The username, taken from the e-mail address. */
            handle: string;
            identity: components["schemas"]["IdentityName"];
            /** @description Platform slug. */
            platform: string;
            /** @description The name of the platform. */
            name: string;
            /** @description URL of an icon. */
            icon: string | null;
            registered: boolean;
            /** @description How the fact was obtained. */
            method: components["schemas"]["ResultMethod"];
            /**
             * Format: date-time
             * @description When the fact was established, not when it was requested. Cached results keep their original time.
             */
            checkedAt: string;
        };
        /** @description A result that somebody of the account says is wrong. The result itself stays as it is. */
        Dispute: {
            /** @description Identifier of the lookup. */
            lookupId: string;
            platform: string;
            identity: components["schemas"]["IdentityName"];
            /** @description What the disputed result says. */
            registered: boolean;
            /**
             * Format: date-time
             * @description When the disputed fact was established.
             */
            checkedAt: string;
            note: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description When a control of the platform ran after the dispute; null: none so far. */
            controlledAt: string | null;
        };
        DisputeList: {
            disputes: components["schemas"]["Dispute"][];
        };
        DisputeRequest: {
            /** @description Slug of the platform whose result is wrong. */
            platform: string;
            /** @description The identity that the result is about, as the lookup shows it. Needed if the platform has results about several. */
            identity?: {
                type: components["schemas"]["QueryType"];
                value: string;
            };
            /** @description How you know. Shown in your account only, and deleted with the lookup. Do not name people. */
            note?: string;
        };
        /** @description The last event: the response of GET /v1/lookup/{id} at that moment. */
        DoneEvent: {
            /** @description Identifier of the lookup. */
            lookupId: string;
            /** @description The queried value, as it was sent. */
            query: string;
            /** @description How many platforms gave an answer, registered or not. An omitted platform is not counted. */
            platformsChecked: number;
            /** @description How many platforms have an account. */
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
            /** @description Present when the request had `ip` and enabled its module; null: not checked. */
            ipDetails: components["schemas"]["IpDetails"] | null;
            /** @description Instant streams only: platforms that had not answered at the ceiling. */
            platformsPending?: number;
            /** @description Instant streams only: true. */
            instant?: boolean;
            /** @description Instant streams only: the ceiling in milliseconds. */
            deadlineMs?: number;
        };
        Email: {
            id: string;
            to: string;
            /** @enum {string} */
            kind: "endpoint_warning" | "endpoint_disabled" | "webhook_storage" | "sign_in_code" | "invitation";
            subject: string;
            /** @description The text without codes and tokens, which are not stored in readable form. */
            text: string;
            /**
             * @description `kept`: there was no mail server when it was due, so it is never sent.
             * @enum {string}
             */
            state: "pending" | "sent" | "kept" | "refused";
            /** Format: date-time */
            createdAt: string;
            sentAt: string | null;
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
            /** @description `unknown`: no source gave an answer. `not_configured`: no source is configured. `suppressed`: the identity opted out, so no source was queried. */
            state: components["schemas"]["FindingState"];
            checkedAt: string | null;
            facts: components["schemas"]["EmailDetails"] | null;
            /** @description Slug of the mailbox provider. */
            provider: string | null;
            /** @description True if the mailbox is known to exist, false if it is known not to exist. */
            exists: boolean | null;
            /** @description The mailbox as one address: every spelling of it that its provider is known to deliver there gives this one. */
            canonical: string;
            /** @description The address is of a role, such as `info@`, and of no person; by its name alone. */
            role: boolean;
            /** @description How each source contributed. */
            sources: components["schemas"]["SourceNote"][];
        };
        EmailList: {
            emails: components["schemas"]["Email"][];
        };
        EndpointStats: {
            endpointId: string;
            total: components["schemas"]["DeliveryCounts"];
            /** @description Every interval of the period, oldest first. */
            intervals: components["schemas"]["DeliveryInterval"][];
        };
        ErasedCounts: {
            lookups: number;
            results: number;
            derived: number;
            linkedAccounts: number;
            modules: number;
            batchItems: number;
            disputes: number;
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
            emails: number;
            executions: number;
        };
        Erasure: {
            id: string;
            /** @description Data is only counted, not deleted. */
            dryRun: boolean;
            state: components["schemas"]["ErasureState"];
            /**
             * Format: date-time
             * @description Lookups that were accepted later are kept.
             */
            createdAt: string;
            finishedAt: string | null;
            /** @description What has been deleted so far, or would be deleted in a dry run. `executions` are Temporal workflow executions. Bills stay. */
            counts: components["schemas"]["ErasedCounts"];
            /** @description In a dry run: lookups that would be kept although they may name the same identity, by the kind under which they name it, for example with another tag in an e-mail address, or as a username. Name these kinds in `includePossible` to erase them too. */
            possible: components["schemas"]["PossibleErasures"];
            /** @description Only in erasures across all accounts: places where the identity is kept as an address that the service needs. `last_owner`: it is the only owner of an account; `account_address`: it is the address of an account. */
            kept: components["schemas"]["KeptIdentity"][];
            /** @description Whether a keyed digest is kept outside the database, so that restoring a backup does not undo the erasure. */
            inLedger: boolean;
        };
        ErasureList: {
            erasures: components["schemas"]["Erasure"][];
            nextAfter: string | null;
        };
        ErasureReceipt: {
            id: string;
            /** @description Data is only counted, not deleted. */
            dryRun: boolean;
            state: components["schemas"]["ErasureState"];
            /**
             * Format: date-time
             * @description Lookups that were accepted later are kept.
             */
            createdAt: string;
            finishedAt: string | null;
            /** @description What has been deleted so far, or would be deleted in a dry run. `executions` are Temporal workflow executions. Bills stay. */
            counts: components["schemas"]["ErasedCounts"];
            /** @description In a dry run: lookups that would be kept although they may name the same identity, by the kind under which they name it, for example with another tag in an e-mail address, or as a username. Name these kinds in `includePossible` to erase them too. */
            possible: components["schemas"]["PossibleErasures"];
            /** @description Only in erasures across all accounts: places where the identity is kept as an address that the service needs. `last_owner`: it is the only owner of an account; `account_address`: it is the address of an account. */
            kept: components["schemas"]["KeptIdentity"][];
            /** @description Whether a keyed digest is kept outside the database, so that restoring a backup does not undo the erasure. */
            inLedger: boolean;
            /** @description Webhook events of erased lookups that had already been sent. Inform their receivers. */
            sent: components["schemas"]["SentEvent"][];
        };
        ErasureRequest: {
            /** @description Exactly one identity. All its spellings are erased that are certainly the same: upper and lower case make no difference, nor do dots, tags and domains that the mail provider documents as the same mailbox. */
            identity: {
                email?: string;
                /** @description In E.164 format. */
                phone?: string;
                username?: string;
                ip?: string;
            };
            /**
             * @description Kinds of `possible` in a dry run that are erased too.
             * @default []
             */
            includePossible: components["schemas"]["QueryType"][];
            /**
             * @description Count what would be deleted without deleting it; true by default.
             * @default true
             */
            dryRun: boolean;
        };
        Evidence: {
            status: number | null;
            explanation: string;
            host: string;
            latencyMs: number;
            requests: number;
            /** Format: date-time */
            controlAt?: string;
            /**
             * @description of "not registered": what showed that the platform does not deny every account; traffic: what other lookups found
             * @enum {string}
             */
            calibratedBy?: "shipped" | "operator" | "traffic";
        };
        EvidenceCheck: {
            platform: string;
            queryType: components["schemas"]["QueryType"];
            identity: components["schemas"]["IdentityName"];
            /** @enum {string} */
            state: "registered" | "not_registered" | "omitted";
            reason: components["schemas"]["OmissionReason"] | null;
            fromCache: boolean;
            /** @description Name of the egress that the check used (PROBE_EGRESS); null when no platform was probed. */
            egress: string | null;
            /** Format: date-time */
            checkedAt: string;
            evidence: components["schemas"]["Evidence"] | null;
        };
        ExportedLookup: {
            /** @description Identifier of the lookup. */
            lookupId: string;
            /** @description The key that started the lookup. */
            apiKeyId: string;
            /** @description It was made with a test key (docs/test-keys.md). */
            test: boolean;
            kind: components["schemas"]["LookupKind"];
            status: components["schemas"]["LookupStatus"];
            /** @description The purpose from the account's own list; null if none was given. */
            purpose: string | null;
            identities: components["schemas"]["Identity"][];
            /** @description 0 until the lookup is finished, like the counts below. */
            platformsChecked: number;
            matches: number;
            socialMatches: number;
            /** @description The risk at the finish; null before, and for lookups that version 0.1.0 or earlier finished. */
            risk: components["schemas"]["ListedRisk"] | null;
            /** Format: date-time */
            createdAt: string;
            finishedAt: string | null;
            /** @constant */
            type: "lookup";
        };
        /** @description Identities of one person, at least one. If the same identity is sent in two formats, it counts once. */
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
            type: components["schemas"]["IdentityType"];
            /** @description The identity, as it was sent. */
            value: string;
            /** @description The form that is sent to platforms and sources. */
            normalized: string;
            /** @description The identity was on the suppression list when the lookup was planned, so no platform or source was queried about it. */
            suppressed: boolean;
            /** @description Earlier lookups of the identity in this account, of v1 and v2, that still exist; items of batches and single checks are not counted. Null: none. Absent where it was not read: in lists, events, exports, responses with the mode `async`, and for keys without `lookups:read`. */
            seen?: components["schemas"]["Seen"] | null;
        };
        /** @description The identity that this is about. */
        IdentityName: {
            type: components["schemas"]["IdentityType"];
            /** @description The identity, as it was sent. */
            value: string;
        };
        Invitation: {
            id: string;
            email: string;
            role: components["schemas"]["Role"];
            /** @description Id of the key or the member; `operator` for the command line. */
            invitedBy: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description When its e-mail was written; null: none was, so the link has to be given by hand. */
            emailedAt: string | null;
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
            /** @description How confident the source is of the score. */
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
            /** @description `unknown`: no source gave an answer. `not_configured`: no source is configured. `suppressed`: the identity opted out, so no source was queried. */
            state: components["schemas"]["FindingState"];
            checkedAt: string | null;
            facts: components["schemas"]["IpDetails"] | null;
            /** @description How each source contributed. */
            sources: components["schemas"]["SourceNote"][];
        };
        KeptIdentity: {
            accountId: string;
            /** @enum {string} */
            reason: "last_owner" | "account_address";
        };
        /** @description A handle that a platform revealed in its answer. It was not looked up, so it is not counted. */
        LinkedAccount: {
            identity: components["schemas"]["IdentityName"];
            /** @description Platform slug. */
            platform: string;
            /** @description The name of the platform. */
            name: string;
            /** @description URL of an icon. */
            icon: string | null;
            /** @description The handle on `platform`: ASCII letters, digits, `.`, `_` and `-`. */
            handle: string;
            /** @description URL of the profile; null if none is known for the platform. */
            url: string | null;
            /** @description The platform whose answer revealed the handle. */
            source: {
                platform: string;
                name: string;
                /** @description Its page about the identity, or its homepage. */
                url: string | null;
            };
            /**
             * Format: date-time
             * @description When the fact was established, not when it was requested. Cached results keep their original time.
             */
            checkedAt: string;
        };
        ListedBatchItem: {
            /** @description Position among the items sent, from 0. */
            index: number;
            /** @description Your own name for it; null if it has none, or was deleted. */
            ref: string | null;
            lookupId: string | null;
            status: components["schemas"]["BatchItemStatus"];
            /** @description Why it was refused, or is invalid. */
            fault: components["schemas"]["BatchFault"] | null;
            /** @description As they were sent; none of an invalid item, or when they were deleted. */
            identities: components["schemas"]["IdentityName"][];
            /** @description Of its lookup, once that is finished; `GET /v2/lookup/{id}` has the rest. */
            found: components["schemas"]["BatchItemFindings"] | null;
        };
        ListedLookup: {
            /** @description Identifier of the lookup. */
            lookupId: string;
            /** @description The key that started the lookup. */
            apiKeyId: string;
            /** @description It was made with a test key (docs/test-keys.md). */
            test: boolean;
            kind: components["schemas"]["LookupKind"];
            status: components["schemas"]["LookupStatus"];
            /** @description The purpose from the account's own list; null if none was given. */
            purpose: string | null;
            identities: components["schemas"]["Identity"][];
            /** @description 0 until the lookup is finished, like the counts below. */
            platformsChecked: number;
            matches: number;
            socialMatches: number;
            /** @description The risk at the finish; null before, and for lookups that version 0.1.0 or earlier finished. */
            risk: components["schemas"]["ListedRisk"] | null;
            /** Format: date-time */
            createdAt: string;
            finishedAt: string | null;
        };
        ListedRisk: {
            /** @description Null when no check was answered. */
            score: number | null;
            level: components["schemas"]["RiskLevel"];
            /** @description Scores of different versions cannot be compared. */
            modelVersion: string;
        };
        LookupChecks: {
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
        LookupEvidence: {
            lookupId: string;
            checks: components["schemas"]["EvidenceCheck"][];
        };
        LookupExport: {
            /** @description Only lookups that contain all of these identities, in any format. */
            identities?: components["schemas"]["Identities"];
            /** @description `lookup`, or a single check. */
            kind?: components["schemas"]["LookupKind"];
            status?: components["schemas"]["LookupStatus"];
            /** @description Only lookups of this key. */
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
        };
        LookupExportEnd: {
            /** @constant */
            type: "end";
            /** @description How many lines precede this one. */
            lookups: number;
        };
        LookupExportLine: components["schemas"]["ExportedLookup"] | components["schemas"]["LookupExportEnd"];
        LookupHistoryEntry: {
            /** @description Identifier of the lookup. */
            id: string;
            /** @description The queried value, as it was sent. */
            query: string;
            queryType: components["schemas"]["QueryType"];
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
            /** @description How many lookups match, on all pages. Only if the request asked for it. */
            total?: components["schemas"]["LookupTotal"];
        };
        /** @description At least one of `query`, `email` and `phone`; or `ip` with `checks.ip`. */
        LookupRequest: {
            /** @description An e-mail address, a phone number or a username; the type is detected. Usernames can be sent only in this field. */
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
            /** @description Which modules to run; a request without any module is refused. Unknown keys, and modules without a source in this installation (GET /v2/sources), are ignored. */
            checks?: components["schemas"]["LookupChecks"];
            /** @description Check only these platforms instead of the band; empty: the band. */
            platforms?: string[];
        };
        LookupRequestV2: {
            identities: components["schemas"]["Identities"];
            /** @description The modules to run, each for every identity of its kind. Absent: all modules that have an identity to run for. Modules without a source in this installation (GET /v2/sources) are ignored; a request without any remaining module is refused. */
            modules?: components["schemas"]["Module"][];
            /** @description Slugs: check only these platforms instead of the band; empty: the band. */
            platforms?: string[];
            /**
             * @description `async` (the default): the response is sent immediately, and the lookup runs in the background. `wait`: the response is sent when the lookup is finished. `instant`: the response is sent at the latency ceiling, or at `deadlineMs`, with the results known by then.
             * @enum {string}
             */
            mode?: "async" | "wait" | "instant";
            /** @description Check every platform instead of the default band. With `async` it is true by default; with `instant`, which probes few platforms, it is refused. */
            deep?: boolean;
            /** @description When the response is sent, in milliseconds after the request arrived, with the results known by then; absent: at the latency ceiling of the installation. The number of platforms checked grows with it. Only for an instant lookup. */
            deadlineMs?: number;
            /** @description The purpose of the lookup, from the account's own list (GET /v2/account/purposes). An account can require one. */
            purpose?: string;
            /** @description The name that the person gave. It is compared with the names that accounts show, stored with the lookup alone, and asked about nowhere. */
            claimedName?: string;
        };
        LookupResponse: {
            /** @description Identifier of the lookup. */
            lookupId: string;
            /** @description The queried value, as it was sent. */
            query: string;
            /** @description How many platforms gave an answer, registered or not. An omitted platform is not counted. */
            platformsChecked: number;
            /** @description How many platforms have an account. */
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
            /** @description Present when the request had `ip` and enabled its module; null: not checked. */
            ipDetails: components["schemas"]["IpDetails"] | null;
            /** @description Instant answers only: platforms that had not answered at the ceiling. */
            platformsPending?: number;
        };
        LookupSearch: {
            /** @description Only lookups that contain all of these identities, in any format. */
            identities?: components["schemas"]["Identities"];
            /** @description `lookup`, or a single check. */
            kind?: components["schemas"]["LookupKind"];
            status?: components["schemas"]["LookupStatus"];
            /** @description Only lookups of this key. */
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
            /** @description Whether to count all matches, which takes longer. */
            total?: boolean;
            /**
             * @description How many lookups, 1 to 100; 20 by default.
             * @default 20
             */
            limit: number;
            /** @description `nextCursor` of the previous page; absent for the first page. */
            cursor?: string;
        };
        LookupTotal: {
            count: number;
            /** @description False: there are more than 10000. */
            complete: boolean;
        };
        LookupV2: {
            /** @description Identifier of the lookup. */
            lookupId: string;
            /** @description `lookup`, or the kind of the single check. */
            kind: components["schemas"]["LookupKind"];
            /** @description While it is `processing`, the other fields show what is known so far. */
            status: components["schemas"]["LookupStatus"];
            /** @description It was made with a test key: its answers are those of test identities (docs/test-keys.md). */
            test: boolean;
            /**
             * @description The lookup went through the simulator of `npm start -- --simulator`: no platform was asked, and its answers are invented. Absent in every other lookup.
             * @constant
             */
            simulated?: true;
            /** Format: date-time */
            createdAt: string;
            finishedAt: string | null;
            /** @description A purpose from the account's own list; null if none was given. */
            purpose: string | null;
            /** @description What the name that the person gave is worth; null if none was sent. */
            claimedName: components["schemas"]["ClaimedName"] | null;
            /** @description The caller's own deadline of an instant lookup, in milliseconds; null if none was sent. */
            deadlineMs: number | null;
            identities: components["schemas"]["Identity"][];
            /** @description What the lookup was billed when it was accepted, once: 0 with a test key; null if that could not be read for this response. */
            billed: components["schemas"]["Billed"] | null;
            /** @description Platforms that gave an answer, registered or not. An omitted platform is not counted. */
            platformsChecked: number;
            /** @description Platforms that have not answered yet; null until the lookup is planned. */
            platformsPending: number | null;
            /** @description Checks of one platform for one identity; null until the lookup is planned. */
            planned: number | null;
            /** @description Checks with a confident answer; equal to the number of results. */
            answered: number;
            /** @description Checks without a confident answer. Checks that are planned and neither answered nor omitted are pending. */
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
            linkedAccounts: components["schemas"]["LinkedAccount"][];
            omissions: components["schemas"]["OmissionCounts"];
            /** @description Whether the service's requests got through. `unreachable`: none or almost none did, for no fault of the platforms, so that the lookup says nothing about the person. `ok`: some did. Null: nothing was requested, or nothing shows it yet. */
            egress: ("ok" | "unreachable") | null;
            modules: components["schemas"]["ModuleFindings"];
            risk: components["schemas"]["Risk"];
        };
        Member: {
            id: string;
            email: string;
            role: components["schemas"]["Role"];
            /** Format: date-time */
            joinedAt: string;
        };
        MemberList: {
            members: components["schemas"]["Member"][];
        };
        /** @description Each module with an entry for every identity that it ran for. Null: the module did not run, because it was not requested, no identity matches it, or it has no source. */
        ModuleFindings: {
            email: components["schemas"]["EmailFinding"][] | null;
            phone: components["schemas"]["PhoneFinding"][] | null;
            ip: components["schemas"]["IpFinding"][] | null;
            breaches: components["schemas"]["BreachesFinding"][] | null;
            webMentions: components["schemas"]["WebMentionsFinding"][] | null;
        };
        NamedAccount: {
            accountId: string;
            name: string | null;
        };
        NewApiKey: {
            /** @default  */
            name: string;
            /**
             * @description Scopes of the new key. `lookups` stands for `lookups:create` and `lookups:read`, `account` for `account:read` and `account:write`. Whoever creates the key must have them; only owners have `account:data`.
             * @default [
             *       "lookups"
             *     ]
             */
            scopes: ("lookups" | "account" | "lookups:create" | "lookups:read" | "lookups:delete" | "webhooks" | "account:read" | "account:write" | "account:people" | "account:data")[];
            /**
             * @description A test key: it looks up test identities alone, unbilled, and nothing is asked (docs/test-keys.md). A test key creates no other.
             * @default false
             */
            test: boolean;
            /**
             * @description A time in the future; null: the key does not expire. It ends with the key that creates it at the latest.
             * @default null
             */
            expiresAt: string | null;
            /**
             * @description The key reads, follows and deletes only lookups that it made; others are unknown to it. Only with scopes for lookups.
             * @default false
             */
            ownLookupsOnly: boolean;
            /** @description Networks that the key can be used from, in CIDR notation; null: all. */
            networks?: string[] | null;
            /**
             * @description Lookups that the key can make in a calendar month (UTC), batch items and single checks included; null: no limit.
             * @default null
             */
            monthlyLookups: number | null;
        };
        NewBatch: {
            /** @description Each is one lookup. */
            items: (components["schemas"]["SentBatchItem"] | unknown)[];
            /** @description As the parameter of the same name, which has to say the same. */
            mode?: components["schemas"]["BatchMode"];
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
            /** @description Why this account looks people up, in its own words: up to 50 purposes of up to 100 characters. */
            purposes: string[];
            /** @description Whether every v2 lookup must have a purpose. v1 has no field for it. */
            required: boolean;
        };
        NewRetention: {
            /** @description Days from acceptance; null: lookups are kept. */
            days: number | null;
        };
        NewSuppression: {
            type: components["schemas"]["IdentityType"];
            /** @description The identity: an e-mail address, a phone number, a username or an IP address. */
            value: string;
            /** @description How the request reached you, for example a ticket, a letter or a form. */
            proof: string;
        };
        NewWebhookEndpoint: {
            /** @description A public https address on port 443. It is checked before it is saved; redirects are not followed. */
            url: string;
            /** @description A note of your own. */
            description?: string;
            /** @description Types of events that are sent to it; every type by default. */
            eventTypes?: components["schemas"]["SubscribableEventType"][];
            /**
             * @description What it is sent of `lookup.completed`. `full`: the whole answer, which has some 900 kB for a deep lookup. `summary`: counts, and where to read it. A change applies to events from then on.
             * @default full
             */
            payload: components["schemas"]["WebhookPayload"];
        };
        /** @description A platform that was planned for an identity and gave no confident answer. */
        Omission: {
            identity: components["schemas"]["IdentityName"];
            platform: string;
            /** @description Why there is no confident answer. */
            code: components["schemas"]["OmissionReason"];
            /** @description The same as a sentence. */
            message: string;
            /** @description Null when the platform was not probed. */
            checkedAt: string | null;
        };
        /** @description The number of omissions. They are listed by `GET /v2/lookup/{id}/omissions`. */
        OmissionCounts: {
            total: number;
            /** @description The number of omissions by reason; reasons without omissions are left out. */
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
        OwnApiKey: {
            id: string;
            /** @description It is a test key: it looks up test identities alone, unbilled, and nothing is asked (docs/test-keys.md). */
            test: boolean;
            scopes: components["schemas"]["Scope"][];
            /** @description It reads, follows and deletes only lookups that it made, or a key that it replaced. */
            ownLookupsOnly: boolean;
            /** @description Lookups that it can make in a calendar month (UTC); null: no limit of its own. */
            monthlyLookups: number | null;
            /** @description null: it does not expire. */
            expiresAt: string | null;
        };
        /** @description The lookup was accepted and is not finished. */
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
            /** @description `unknown`: no source gave an answer. `not_configured`: no source is configured. `suppressed`: the identity opted out, so no source was queried. */
            state: components["schemas"]["FindingState"];
            checkedAt: string | null;
            facts: components["schemas"]["PhoneDetails"] | null;
            /** @description How each source contributed. */
            sources: components["schemas"]["SourceNote"][];
        };
        PlatformDetails: {
            platform: string;
            name: string;
            homepage: string;
            /** @description the platform that is probed instead, because both names stand for one account */
            sameAccountAs: string | null;
            tags: string[];
            /** @description strong: for one of its query types at least */
            strength: components["schemas"]["PlatformStrength"];
            instant: components["schemas"]["QueryType"][];
            /** @description one entry for each kind of identity that the platform is probed for; empty: it is never probed (it is retired, on hold, probed under another name, or inferred only from breaches or addresses) */
            health: components["schemas"]["RuleStatus"][];
            /** @description keys for official APIs that the service can use for the platform */
            keys: components["schemas"]["PlatformKey"][];
            history: components["schemas"]["RuleHistory"][];
            /** @description changed rules that lookups do not use yet, with the number of controls that they have passed in a row */
            shadow: components["schemas"]["ShadowRule"][];
            /** @description results that accounts said are wrong in the last 30 days, of lookups that still exist */
            disputes: number;
            /** @description the operator has replaced the catalogue's file for this platform with its own */
            replaced: boolean;
            /** @description since when and why the platform is disabled, by the operator or after a week of failed controls; null if it is not */
            disabled: {
                /** Format: date-time */
                since: string;
                reason: string;
            } | null;
        };
        PlatformKey: {
            queryType: components["schemas"]["QueryType"];
            /** @description names in the setting PLATFORM_KEYS */
            names: string[];
            /** @description true: without them the platform is not probed for this kind of identity */
            required: boolean;
            configured: boolean;
        };
        PlatformList: {
            total: number;
            platforms: components["schemas"]["PlatformSummary"][];
        };
        PlatformOverview: {
            platform: string;
            name: string;
            homepage: string;
            /** @description the platform that is probed instead, because both names stand for one account */
            sameAccountAs: string | null;
            tags: string[];
            /** @description strong: for one of its query types at least */
            strength: components["schemas"]["PlatformStrength"];
            instant: components["schemas"]["QueryType"][];
            /** @description one entry for each kind of identity that the platform is probed for; empty: it is never probed (it is retired, on hold, probed under another name, or inferred only from breaches or addresses) */
            health: components["schemas"]["RuleStatus"][];
            /** @description keys for official APIs that the service can use for the platform */
            keys: components["schemas"]["PlatformKey"][];
        };
        /** @description The result of one platform: registered or not registered. */
        PlatformResult: {
            /** @description Platform slug. */
            platform: string;
            /** @description Whether an account exists. A platform without a confident answer is not in the list. */
            registered: boolean;
            /** @description How the fact was obtained. */
            method: components["schemas"]["ResultMethod"];
            /** @description URL of an icon. */
            icon: string | null;
            /**
             * Format: date-time
             * @description When the fact was established, not when it was requested. Cached results keep their original time.
             */
            checkedAt: string;
            /** @description Present when the account came with the e-mail address itself. Not counted in `socialMatches`. */
            mailboxProvider?: boolean;
        };
        PlatformStatusList: {
            /** @description platforms that meet all filters */
            total: number;
            /** @description rules of these platforms, by query type */
            counts: {
                email: components["schemas"]["RuleCounts"];
                phone: components["schemas"]["RuleCounts"];
                username: components["schemas"]["RuleCounts"];
            };
            platforms: components["schemas"]["PlatformOverview"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            nextCursor: string | null;
        };
        PlatformSummary: {
            /** @description Platform slug, accepted in the `platforms` parameter. */
            platform: string;
            /** @description Query types for which the platform can be probed; none while all are in quarantine. */
            supports: components["schemas"]["QueryType"][];
            /** @description Query types for which the platform answers on the instant path. */
            instant: components["schemas"]["QueryType"][];
        };
        PossibleErasures: {
            email: number;
            phone: number;
            username: number;
        };
        /** @description What an account shows of itself. Location, gender, biography and all else are left out on purpose. */
        Profile: {
            /** @description Address of the profile, made of the platform's own template; null if none is known. */
            url: string | null;
            /** @description The name as the account shows it, in one line. Its holder chose it. */
            displayName: string | null;
            /** @description Address of the picture on a host of the platform. It was not fetched: fetching it shows the platform who looks. */
            pictureUrl: string | null;
            /** @description When the account was created; midnight UTC where only the day is known. */
            createdAt: string | null;
            /** @description The year of it, also where no more is known. */
            createdYear: number | null;
            /** @description When the account was last seen, as the platform tells everybody. */
            lastActiveAt: string | null;
            /** @description `points`: karma, rating or reputation. */
            counts: {
                [key: string]: number;
            } | null;
            /** @description The first that applies; null: none is known. */
            state: ("suspended" | "closed" | "bot" | "private" | "verified") | null;
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
            /** @description The name of the platform. */
            name: string;
            /** @description URL of an icon. */
            icon: string | null;
            /** @description Whether an account exists. */
            registered: boolean;
            /** @description How the fact was obtained. */
            method: components["schemas"]["ResultMethod"];
            /**
             * Format: date-time
             * @description When the fact was established, not when it was requested. Cached results keep their original time.
             */
            checkedAt: string;
            /** @description Reused from an earlier lookup of this account. */
            fromCache: boolean;
            /** @description The account came with the e-mail address itself; not counted in `socialMatches`. */
            mailboxProvider: boolean;
            /** @description Of a result with the method `domain_derived`: `domain` if only the domain of the address is known to belong to the provider, `mailbox` if the mailbox itself is known to exist or not to exist. Null: another method. */
            basis: ("domain" | "mailbox") | null;
            /** @description What the account shows of itself, in the answer that this result rests on; null: nothing. */
            profile: components["schemas"]["Profile"] | null;
        };
        Retention: {
            retentionDays: number | null;
        };
        RetentionPreview: {
            /** @description The current period; null: lookups are kept. */
            retentionDays: number | null;
            /** @description The period that was tested. */
            days: number | null;
            /** @description Finished lookups that it would delete now. */
            lookups: number;
            /** @description Results of these lookups. */
            results: number;
            /** @description When the oldest of them was accepted; null if it would delete none. */
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
        /** @description A sum of reasons. Missing answers lower the confidence, but do not change the score. */
        Risk: {
            /** @description Null when no check was answered. */
            score: number | null;
            /** @description `insufficient` while the confidence is below 10. */
            level: components["schemas"]["RiskLevel"];
            /** @description How much of the evidence that the model can use was available. It does not depend on the score. */
            confidence: number;
            /** @description Their impacts add up to the score; empty without a score. */
            reasons: components["schemas"]["RiskReason"][];
            /** @description Checks of one platform for one identity: planned, confidently answered, omitted. */
            coverage: {
                planned: number;
                answered: number;
                omitted: number;
            };
            /** @description Scores of different versions cannot be compared. */
            modelVersion: string;
        };
        RiskReason: {
            /** @enum {string} */
            code: "starting_point" | "no_accounts_of_many" | "no_accounts_of_some" | "no_accounts_of_few" | "one_account" | "few_accounts" | "several_accounts" | "many_accounts" | "two_kinds" | "three_kinds" | "accounts_of_days" | "many_new_accounts" | "verified_account" | "account_of_a_year" | "account_of_three_years" | "account_of_ten_years" | "derived_handle" | "disposable_mailbox" | "missing_mailbox" | "working_mailbox" | "domain_of_days" | "domain_of_months" | "domain_of_years" | "domain_of_ten_years" | "invalid_number" | "app_number" | "voip_number" | "real_line" | "tor_exit" | "risky_address" | "proxy" | "compromised_address" | "vpn" | "scraper" | "hosting" | "quiet_address" | "breach_of_a_year" | "breach_of_two_years" | "breach_of_five_years" | "mentioned";
            /**
             * @description Where the evidence comes from.
             * @enum {string}
             */
            module: "model" | "footprint" | "email" | "phone" | "ip" | "breaches" | "webMentions";
            /** @enum {string} */
            direction: "raises" | "lowers";
            /** @description Points that it adds to the score; 0 when a stronger reason of the same kind counts instead. */
            impact: number;
            message: string;
        };
        RuleControl: {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            state: "passed" | "failed" | "blocked";
            latencyMs: number | null;
            shadow: boolean;
        };
        RuleCounts: {
            platforms: number;
            /** @description rules whose "not registered" can count */
            mayDeny: number;
            /** @description rules whose "not registered" could count with an account of the operator at the platform */
            mayDenyWithControlAccount: number;
            /** @description rules without a possible negative control: none of their answers count */
            uncalibrated: number;
            /** @description rules that were checked against the platform itself; the others are shipped as they were found in their source */
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
        RuleHistory: {
            queryType: components["schemas"]["QueryType"];
            /** @description the egress that the controls used (PROBE_EGRESS) */
            egressPool: string;
            /** @description how many of the last 50 controls are kept: requests for accounts that exist, and for identities that cannot exist */
            controls: number;
            passed: number;
            failed: number;
            /** @description share of their requests that the platform answered, 0 to 1 */
            answerRate: number | null;
            /** @description share of "registered" in these answers: about one half; 1 for a platform that answers "registered" to everything */
            registeredShare: number | null;
            medianLatencyMs: number | null;
            /** @description since when no control has passed; after a week the platform is disabled */
            failingSince: string | null;
            /** @description answers to lookups of all accounts in the busy hours of the last days */
            lookups: {
                answered: number;
                registeredShare: number | null;
            } | null;
            /** @description when the share of "registered" in answers to lookups last changed abruptly, with its value before and after */
            alert: {
                /** Format: date-time */
                at: string;
                now: number;
                before: number;
            } | null;
            /** @description since when the page for absent accounts no longer matches the rule, so that the rule can only confirm accounts */
            absenceUnrecognisedSince: string | null;
            /** @description the controls, newest first; `shadow`: the control of a changed rule that lookups did not use */
            recent: components["schemas"]["RuleControl"][];
        };
        RuleProofs: {
            /** @description live_checked: its control passed on the platform itself; recorded, documented: a public answer or a document of the platform has its shape; sources_agree, one_source: read from that many tools or documents; suspect: another source contradicts it; null: the rule has no such side */
            registered: components["schemas"]["RuleProof"] | null;
            /** @description live_checked: its control passed on the platform itself; recorded, documented: a public answer or a document of the platform has its shape; sources_agree, one_source: read from that many tools or documents; suspect: another source contradicts it; null: the rule has no such side */
            absent: components["schemas"]["RuleProof"] | null;
        };
        RuleStatus: {
            queryType: components["schemas"]["QueryType"];
            strength: components["schemas"]["PlatformStrength"];
            /**
             * @description whether "not registered" can count in principle; at present it depends on `status`
             * @enum {string}
             */
            mayDeny: "yes" | "with_control_account" | "no";
            /**
             * @description what shows at present that the platform does not deny every account: accounts that its rule names, accounts of the operator, or what lookups by at least three accounts found within 15 minutes; none: "not registered" does not count
             * @enum {string}
             */
            calibratedBy: "shipped" | "operator" | "traffic" | "none";
            /** @description false: there is no possible negative control for the rule, so none of its answers count */
            calibratable: boolean;
            /** @description day of the last check against the platform itself */
            liveChecked: string | null;
            /** @description how each side was verified to interpret the platform correctly */
            proof: components["schemas"]["RuleProofs"];
            /** @description how many public sources interpret the same request in the same way */
            sources: number;
            status: components["schemas"]["PlatformStatus"];
            reason: string | null;
            lastControlAt: string | null;
            /** @description median time of an answer in recent lookups, in milliseconds */
            medianLatencyMs: number | null;
            /** @description share of recent checks that the platform did not answer, 0 to 1 */
            omissionRate: number | null;
        };
        Seen: {
            /** @description When the first of them was accepted; null if none of those that were read counts. */
            first: string | null;
            last: string | null;
            count: number;
            /** @description False: 1000 or more lookups name the identity, and so many were read. There may be more, and earlier and later ones. */
            complete: boolean;
        };
        SentBatchItem: {
            identities: components["schemas"]["Identities"];
            /** @description Your own name for the item, up to 100 characters: results carry it. */
            ref?: string;
            /** @description The name that the person gave. It is compared with the names that accounts show, stored with the lookup alone, and asked about nowhere. */
            claimedName?: string;
        };
        SentEvent: {
            eventId: string;
            endpointId: string;
            /**
             * @description `attempted`: sent, but not acknowledged as far as is known.
             * @enum {string}
             */
            outcome: "delivered" | "attempted";
            /** Format: date-time */
            at: string;
        };
        /** @description The event is being sent. Read its delivery to see the outcome. */
        SentWebhookEvent: {
            eventId: string;
        };
        ShadowRule: {
            queryType: components["schemas"]["QueryType"];
            passed: number;
            needed: number;
            /** @description true: the previous rule stays in use; false: there was none, so no rule is in use yet */
            previousAnswers: boolean;
        };
        /** @description A source of facts for a module. */
        Source: {
            /** @description Name of the source, as used in the notes on a lookup's modules. */
            name: string;
            /**
             * @description The module that it provides facts for.
             * @enum {string}
             */
            module: "email" | "phone" | "ip" | "breaches" | "webMentions";
            /** @description Whether lookups use it. */
            configured: boolean;
            /** @description The settings that configure it (see docs/env.md); empty if it needs none. */
            settings: string[];
            /** @description Date of its data, ISO 8601; null if it is queried live or its data has no date. */
            dataDate: string | null;
            /** @description Licence or terms of its data. */
            licence: string;
            /** @description The attribution that its licence requires, to be shown with its facts; null if none is required. */
            credit: string | null;
        };
        SourceList: {
            total: number;
            sources: components["schemas"]["Source"][];
        };
        SourceNote: {
            /** @description Name of the source. */
            source: string;
            /** @description Why it gave no answer; null if it answered. */
            failure: ("not_configured" | "not_applicable" | "unknown" | "timeout" | "rate_limited" | "unauthorized" | "refused" | "unreachable" | "malformed") | null;
            tookMs: number;
            /** @description The fields whose value this source determined. */
            decidedFields: string[];
            /** @description What the source found, as short codes. */
            codes: string[];
        };
        /** @description An identity on the suppression list. The identity itself is stored as a digest and never shown. */
        Suppression: {
            id: string;
            type: components["schemas"]["IdentityType"];
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
        UsageOfDay: {
            /** Format: date */
            day: string;
            apiKeyId: string;
            /** @description The first module that the lookup ran. */
            module: components["schemas"]["Module"];
            lookups: number;
            /** @description In `unit`. */
            amount: number;
            unit: components["schemas"]["AccountUnit"];
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
            /** @description `unknown`: no source gave an answer. `not_configured`: no source is configured. `suppressed`: the identity opted out, so no source was queried. */
            state: components["schemas"]["FindingState"];
            checkedAt: string | null;
            /** @description Empty: checked, nothing found. */
            facts: components["schemas"]["WebMention"][] | null;
            /** @description How each source contributed. */
            sources: components["schemas"]["SourceNote"][];
        };
        WebMentionsResultEvent: {
            webMentions: components["schemas"]["WebMention"][];
        };
        WebhookAttempt: {
            number: number;
            trigger: components["schemas"]["DeliveryTrigger"];
            /** Format: date-time */
            at: string;
            url: string;
            /** @description Null: acknowledged. */
            failure: components["schemas"]["AttemptFailure"] | null;
            /** @description Code of the transport, such as `ECONNREFUSED`. */
            detail: string | null;
            status: number | null;
            durationMs: number;
            remoteAddress: string | null;
            /** @description The first 16 KB of the response body, read as UTF-8; null for a key without `lookups:read`. */
            responseBody: string | null;
            nextAttemptAt: string | null;
        };
        WebhookDelivery: {
            eventId: string;
            endpointId: string;
            eventType: components["schemas"]["EventType"];
            state: components["schemas"]["DeliveryState"];
            /** @description Why it failed; null if it did not. `erased`: its lookup was deleted before its body was made. */
            failureReason: ("attempts_used_up" | "endpoint_disabled" | "erased") | null;
            /** @description What started the latest attempts. */
            trigger: components["schemas"]["DeliveryTrigger"];
            /** Format: date-time */
            createdAt: string;
            attempts: number;
            lastAttemptAt: string | null;
            lastStatus: number | null;
            lastFailure: components["schemas"]["AttemptFailure"] | null;
            nextAttemptAt: string | null;
        };
        WebhookDeliveryDetails: {
            delivery: components["schemas"]["WebhookDelivery"];
            /** @description The exact bytes that each attempt sends; null for a key without `lookups:read`, and for an event above the limit of stored bytes before its first attempt and after its end. */
            body: string | null;
            /** @description Their number; null while no body is stored. */
            bodyBytes: number | null;
            /** @description Their SHA-256, in hexadecimal; null while no body is stored. */
            bodySha256: string | null;
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
            eventTypes: components["schemas"]["SubscribableEventType"][];
            /** @description What it is sent of `lookup.completed`. `full`: the whole answer, which has some 900 kB for a deep lookup. `summary`: counts, and where to read it. A change applies to events from then on. */
            payload: components["schemas"]["WebhookPayload"];
            /** @enum {string} */
            state: "enabled" | "disabled";
            /** @description `failing`: disabled after three days of failures; `owner`: by you. */
            disabledReason: ("failing" | "owner") | null;
            disabledAt: string | null;
            /** @description First failure since the last 2xx response; null if there is none. */
            failingSince: string | null;
            lastFailedAt: string | null;
            /** @description Expiry of each valid signing secret, newest first; null: valid until it is replaced. */
            secretsExpireAt: (string | null)[];
            /** Format: date-time */
            createdAt: string;
        };
        /** @description Fields that are absent do not change. */
        WebhookEndpointChanges: {
            /** @description A public https address on port 443. It is checked before it is saved; redirects are not followed. */
            url?: string;
            /** @description A note of your own. */
            description?: string;
            /** @description Types of events that are sent to it. */
            eventTypes?: components["schemas"]["SubscribableEventType"][];
            /** @description What it is sent of `lookup.completed`. `full`: the whole answer, which has some 900 kB for a deep lookup. `summary`: counts, and where to read it. A change applies to events from then on. */
            payload?: components["schemas"]["WebhookPayload"];
        };
        WebhookEndpointList: {
            endpoints: components["schemas"]["WebhookEndpoint"][];
        };
        WebhookEndpointSecret: {
            endpoint: components["schemas"]["WebhookEndpoint"];
            /** @description Signing secret, shown only once. */
            secret: string;
        };
        WebhookRecovery: {
            /** @description Deliveries that had failed: without `dryRun` at most 10,000; call again for the rest. */
            failed: number;
            /** @description Events without a delivery to the endpoint, because it was disabled; at most 10,000 likewise. */
            missed: number;
            dryRun: boolean;
        };
        WebhookRecoveryRequest: {
            /**
             * Format: date-time
             * @description Recover deliveries and events since this time.
             */
            since: string;
            /**
             * @description Only count, without sending.
             * @default false
             */
            dryRun: boolean;
        };
        WebhookSecretRotation: {
            /**
             * @description How long the old secret keeps signing alongside the new one: 0 ends it immediately; at most seven days; one day by default.
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
            /** @description Deliveries created before this time are not counted, because there are too many; null if all are counted. */
            incompleteBefore: string | null;
            endpoints: components["schemas"]["EndpointStats"][];
        };
        /** @enum {string} */
        AccountUnit: "lookups" | "millicents";
        /** @enum {string} */
        AttemptFailure: "status" | "redirect" | "gone" | "payload_too_large" | "timeout" | "dns" | "connect" | "tls" | "reset" | "protocol" | "too_large" | "blocked_address" | "invalid_address";
        /** @enum {string} */
        BatchItemStatus: "waiting" | "running" | "finished" | "refused" | "invalid" | "cancelled" | "deleted" | "erased";
        /** @enum {string} */
        BatchMode: "instant" | "default" | "deep";
        /** @enum {string} */
        DeliveryState: "pending" | "delivered" | "failed";
        /** @enum {string} */
        DeliveryTrigger: "event" | "test" | "resend" | "recovery";
        /** @enum {string} */
        ErasureState: "accepted" | "running" | "done";
        /** @enum {string} */
        ErrorCode: "invalid_request" | "invalid_batch" | "unauthorized" | "not_signed_in" | "sign_in_failed" | "quota_exceeded" | "insufficient_credits" | "account_suspended" | "account_closed" | "insufficient_scope" | "forbidden_network" | "insufficient_role" | "recent_sign_in_required" | "passkey_required" | "sign_in_method_refused" | "cross_site_request" | "not_found" | "method_not_allowed" | "idempotency_conflict" | "account_exists" | "batch_limit_reached" | "batch_ended" | "endpoint_disabled" | "endpoint_limit_reached" | "platform_disabled" | "key_limit_reached" | "member_exists" | "member_limit_reached" | "last_owner" | "passkey_limit_reached" | "payload_too_large" | "unsupported_media_type" | "missing_subject" | "unknown_platform" | "invalid_email" | "invalid_phone" | "invalid_ip" | "unknown_test_identity" | "purpose_required" | "unknown_purpose" | "endpoint_address_refused" | "disposable_address" | "invalid_parameter" | "passkey_refused" | "email_limit_reached" | "rate_limit_exceeded" | "internal_error" | "unavailable";
        /** @enum {string} */
        EventType: "lookup.completed" | "batch.completed" | "usage.threshold_reached" | "team.member_joined" | "endpoint.test";
        /** @enum {string} */
        FindingState: "answered" | "unknown" | "not_configured" | "suppressed" | "pending";
        /** @enum {string} */
        IdentityType: "email" | "phone" | "username" | "ip";
        /** @enum {string} */
        LookupKind: "lookup" | "email" | "phone" | "ip";
        /** @enum {string} */
        LookupStatus: "processing" | "finished";
        /** @enum {string} */
        Module: "footprint" | "email" | "phone" | "ip" | "breaches" | "webMentions";
        /** @enum {string} */
        OmissionReason: "not_applicable" | "suppressed" | "reserved_name" | "forbidden" | "timeout" | "unreachable" | "proxy_failed" | "too_large" | "redirected_away" | "undecodable" | "rate_limited" | "server_error" | "blocked" | "challenge" | "login_wall" | "consent_wall" | "unexpected_type" | "unrecognised" | "site_page" | "prelude_unusable" | "ambiguous" | "echo_missing" | "disabled" | "backing_off" | "busy" | "unavailable" | "uncalibrated" | "uncovered" | "unconfirmed" | "only_confirms" | "catch_all" | "quarantined" | "interrupted";
        /** @enum {string} */
        PlatformStatus: "healthy" | "confirm_only" | "untested" | "backing_off" | "quarantined" | "uncalibrated" | "disabled";
        /** @enum {string} */
        PlatformStrength: "strong" | "standard";
        /** @enum {string} */
        QueryType: "email" | "phone" | "username";
        /** @enum {string} */
        ResultMethod: "public_api" | "account_enumeration" | "breach_record" | "domain_derived";
        /** @enum {string} */
        RiskLevel: "insufficient" | "low" | "medium" | "high" | "critical";
        /** @enum {string} */
        Role: "member" | "admin" | "owner";
        /** @enum {string} */
        RuleProof: "live_checked" | "recorded" | "documented" | "sources_agree" | "one_source" | "suspect";
        /** @enum {string} */
        Scope: "lookups:create" | "lookups:read" | "lookups:delete" | "webhooks" | "account:read" | "account:write" | "account:people" | "account:data";
        /** @enum {string} */
        SubscribableEventType: "lookup.completed" | "batch.completed" | "usage.threshold_reached" | "team.member_joined";
        /** @enum {string} */
        WebhookPayload: "full" | "summary";
    };
    responses: {
        /** @description `invalid_request`: The request could not be read. */
        InvalidRequest: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `invalid_batch`: The batch was refused; nothing was billed. */
        InvalidBatch: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `unauthorized`: A valid API key is needed: Authorization: Bearer <API_KEY>. */
        Unauthorized: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `not_signed_in`: Sign in first. */
        NotSignedIn: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `sign_in_failed`: The code is wrong or no longer valid. Request a new code. */
        SignInFailed: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `quota_exceeded`: The lookup quota of this account, or of this key, is used up. */
        QuotaExceeded: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `insufficient_credits`: The balance does not cover this lookup. */
        InsufficientCredits: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service. */
        AccountSuspended: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `account_closed`: This account is closed and will be deleted; until then an owner can reopen it. */
        AccountClosed: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `insufficient_scope`: This API key is not allowed to do that. */
        InsufficientScope: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `forbidden_network`: This API key cannot be used from this network. */
        ForbiddenNetwork: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `insufficient_role`: Your role in this account does not allow that. */
        InsufficientRole: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `recent_sign_in_required`: Sign in again: this requires a sign-in within the last ten minutes. */
        RecentSignInRequired: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `passkey_required`: Operators sign in with a passkey, or with a link of `footprint sign-in`, in which the first passkey is added. */
        PasskeyRequired: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `sign_in_method_refused`: Only sign-in with your organisation is accepted here. */
        SignInMethodRefused: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `cross_site_request`: Requests from other sites are refused. */
        CrossSiteRequest: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `not_found`: The requested item does not exist. */
        NotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `method_not_allowed`: This address does not support that method. */
        MethodNotAllowed: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `idempotency_conflict`: This Idempotency-Key was used for another request, or its first request is still in progress. */
        IdempotencyConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `account_exists`: An account with this e-mail address already exists. */
        AccountExists: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `batch_limit_reached`: The account has reached its limit of unfinished batches. */
        BatchLimitReached: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `batch_ended`: The batch is over, or all of its items have been started. */
        BatchEnded: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `endpoint_disabled`: The endpoint is disabled; enable it first. */
        EndpointDisabled: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `endpoint_limit_reached`: The account has reached its limit of endpoints. */
        EndpointLimitReached: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `platform_disabled`: The platform is disabled; enable it first. */
        PlatformDisabled: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `key_limit_reached`: The account has reached its limit of API keys. */
        KeyLimitReached: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `member_exists`: This address already belongs to a member of the account. */
        MemberExists: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `member_limit_reached`: The account has reached its limit of members and invitations. */
        MemberLimitReached: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `last_owner`: An account needs at least one owner. Make somebody else an owner first. */
        LastOwner: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `passkey_limit_reached`: You have reached the limit of passkeys. */
        PasskeyLimitReached: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `payload_too_large`: The request body is too large. */
        PayloadTooLarge: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `unsupported_media_type`: Send the body as application/json. */
        UnsupportedMediaType: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `missing_subject`: Send at least one of query, email and phone, or ip with checks.ip. */
        MissingSubject: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `unknown_platform`: The list of platforms names an unknown one. */
        UnknownPlatform: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `invalid_email`: That is not a valid e-mail address. */
        InvalidEmail: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `invalid_phone`: That is not a valid phone number. */
        InvalidPhone: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `invalid_ip`: That is not a valid IP address. */
        InvalidIp: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `unknown_test_identity`: A test key looks up test identities only: docs/test-keys.md lists them. */
        UnknownTestIdentity: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `purpose_required`: This account requires a purpose: send one from its list (GET /v2/account/purposes). */
        PurposeRequired: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `unknown_purpose`: The purpose is not in the account's list (GET /v2/account/purposes). */
        UnknownPurpose: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `endpoint_address_refused`: Events cannot be sent to that address. */
        EndpointAddressRefused: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `disposable_address`: The free trial is not available to disposable e-mail addresses. Use another address. */
        DisposableAddress: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `invalid_parameter`: A parameter is not valid. */
        InvalidParameter: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `passkey_refused`: This passkey could not be verified. Begin again. */
        PasskeyRefused: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `email_limit_reached`: No further invitation can be e-mailed today. */
        EmailLimitReached: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `rate_limit_exceeded`: Too many requests within a minute. */
        RateLimitExceeded: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `internal_error`: Something went wrong on our side. */
        InternalError: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `unavailable`: The service cannot take this request right now; try again shortly. */
        Unavailable: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Request-Id": components["headers"]["RequestId"];
                "Footprint-Test": components["headers"]["FootprintTest"];
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Lookup-Id": components["headers"]["LookupId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Requests allowed in the current minute. */
        RateLimitLimit: number;
        /** @description Requests left in the current minute. */
        RateLimitRemaining: number;
        /** @description Identifies this request in the logs. If you send a short, plain `X-Request-Id`, it is used. */
        RequestId: string;
        /** @description Seconds after which to try again. */
        RetryAfter: number;
        /** @description Present only when it is unknown whether the request was accepted: ids of its lookups, comma-separated. After `Retry-After` seconds each id either is a lookup, or returns 404 and was not billed. */
        LookupId: string;
        /** @description Identifies this version of the response, for `If-None-Match`. Absent while the response can still change. */
        ETag: string;
        /** @description `true` in every response to a test key (docs/test-keys.md); absent in all others. */
        FootprintTest: "true";
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
                /** @description A text of your choice that identifies this request. For 24 hours, a repetition of the request with the same key returns the result of the first one and is not billed again. A different request with the same key is refused with `idempotency_conflict`. */
                "Idempotency-Key"?: string;
                /** @description `no-cache` probes every platform again instead of reusing recent facts of this account. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailCheckResponse"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `quota_exceeded`: The lookup quota of this account, or of this key, is used up.
             *
             *     `insufficient_credits`: The balance does not cover this lookup.
             */
            402: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `invalid_email`: That is not a valid e-mail address.
             *
             *     `unknown_test_identity`: A test key looks up test identities only: docs/test-keys.md lists them.
             *
             *     `invalid_parameter`: A parameter is not valid.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                /** @description A text of your choice that identifies this request. For 24 hours, a repetition of the request with the same key returns the result of the first one and is not billed again. A different request with the same key is refused with `idempotency_conflict`. */
                "Idempotency-Key"?: string;
                /** @description `no-cache` probes every platform again instead of reusing recent facts of this account. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IpCheckResponse"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `quota_exceeded`: The lookup quota of this account, or of this key, is used up.
             *
             *     `insufficient_credits`: The balance does not cover this lookup.
             */
            402: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `invalid_ip`: That is not a valid IP address.
             *
             *     `unknown_test_identity`: A test key looks up test identities only: docs/test-keys.md lists them.
             *
             *     `invalid_parameter`: A parameter is not valid.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                /** @description How many lookups to skip; 0 by default. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupHistoryEntry"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                /** @description Respond when the full result is ready. */
                wait?: "true";
                /** @description Respond within the latency ceiling (`INSTANT_CEILING_MS`) with the results of a high-signal subset of platforms by then. Does not require `wait`. */
                instant?: "true";
                /** @description Check every platform instead of the default band. Lookups without `wait` always check every platform. */
                deep?: "true";
            };
            header?: {
                /** @description A text of your choice that identifies this request. For 24 hours, a repetition of the request with the same key returns the result of the first one and is not billed again. A different request with the same key is refused with `idempotency_conflict`. */
                "Idempotency-Key"?: string;
                /** @description `no-cache` probes every platform again instead of reusing recent facts of this account. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupResponse"] | components["schemas"]["PendingLookup"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `quota_exceeded`: The lookup quota of this account, or of this key, is used up.
             *
             *     `insufficient_credits`: The balance does not cover this lookup.
             */
            402: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
             *     `unknown_test_identity`: A test key looks up test identities only: docs/test-keys.md lists them.
             *
             *     `invalid_parameter`: A parameter is not valid.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupResponse"] | components["schemas"]["PendingLookup"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                /** @description A text of your choice that identifies this request. For 24 hours, a repetition of the request with the same key returns the result of the first one and is not billed again. A different request with the same key is refused with `idempotency_conflict`. */
                "Idempotency-Key"?: string;
                /** @description `no-cache` probes every platform again instead of reusing recent facts of this account. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `unknown_test_identity`: A test key looks up test identities only: docs/test-keys.md lists them.
             *
             *     `invalid_parameter`: A parameter is not valid.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamLookup: {
        parameters: {
            query: {
                /** @description An e-mail address, a phone number or a username; the type is detected. */
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
                /** @description A text of your choice that identifies this request. For 24 hours, a repetition of the request with the same key returns the result of the first one and is not billed again. A different request with the same key is refused with `idempotency_conflict`. */
                "Idempotency-Key"?: string;
                /** @description `no-cache` probes every platform again instead of reusing recent facts of this account. */
                "Cache-Control"?: string;
                /** @description Id of the last event that you received. The stream continues after it. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": {
                        /** @description Position in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "platform_result";
                        data: string;
                    } | {
                        /** @description Position in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "breach_result";
                        data: string;
                    } | {
                        /** @description Position in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "web_mentions_result";
                        data: string;
                    } | {
                        /** @description Position in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "phone_details_result";
                        data: string;
                    } | {
                        /** @description Position in the stream, for `Last-Event-ID`. */
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
             * @description `quota_exceeded`: The lookup quota of this account, or of this key, is used up.
             *
             *     `insufficient_credits`: The balance does not cover this lookup.
             */
            402: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
             *     `unknown_test_identity`: A test key looks up test identities only: docs/test-keys.md lists them.
             *
             *     `invalid_parameter`: A parameter is not valid.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                /** @description A text of your choice that identifies this request. For 24 hours, a repetition of the request with the same key returns the result of the first one and is not billed again. A different request with the same key is refused with `idempotency_conflict`. */
                "Idempotency-Key"?: string;
                /** @description `no-cache` probes every platform again instead of reusing recent facts of this account. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhoneCheckResponse"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `quota_exceeded`: The lookup quota of this account, or of this key, is used up.
             *
             *     `insufficient_credits`: The balance does not cover this lookup.
             */
            402: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `invalid_phone`: That is not a valid phone number.
             *
             *     `unknown_test_identity`: A test key looks up test identities only: docs/test-keys.md lists them.
             *
             *     `invalid_parameter`: A parameter is not valid.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountChanges"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamedAccount"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description Only entries at or after this time. */
                from?: string;
                /** @description Only entries before this time. */
                to?: string;
                /** @description Only entries of this operation, by its id. */
                action?: string;
                /** @description Only entries of what changes something; reads are left out. */
                changes?: "true";
                /** @description Only entries of this key or member, by its id, or of the `operator`. */
                actor?: string;
                /** @description How many entries, 1 to 100; 20 by default. */
                limit?: string;
                /** @description `nextCursor` of the previous page; absent for the first page. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEmails: {
        parameters: {
            query?: {
                /** @description How many e-mails, 1 to 100; 20 by default. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                /** @description `nextAfter` of the previous page. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureReceipt"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
            /** @description One JSON object per line. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["AccountExportLine"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedInvitation"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /**
             * @description `member_exists`: This address already belongs to a member of the account.
             *
             *     `member_limit_reached`: The account has reached its limit of members and invitations.
             *
             *     `email_limit_reached`: No further invitation can be e-mailed today.
             */
            409: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedInvitation"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOwnApiKey: {
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnApiKey"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedApiKey"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedMember"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             *
             *     `insufficient_role`: Your role in this account does not allow that.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountPurposes"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountPurposes"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                /** @description The period to test; the current one by default. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionPreview"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retention"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                /** @description `nextCursor` of the previous page; absent for the first page. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suppression"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedSuppression"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                /** @description First day; by default 29 days before the last day. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountUsage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBatches: {
        parameters: {
            query?: {
                /** @description How many batches, 1 to 100; 20 by default. */
                limit?: string;
                /** @description `nextCursor` of the previous page; absent for the first page. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createBatch: {
        parameters: {
            query?: {
                /** @description `instant`: the platforms that answer quickly; `default` (the default): the default band; `deep`: every platform, for at most 500 items. */
                mode?: components["schemas"]["BatchMode"];
                /** @description Modules to run, comma-separated. Absent: all that have an identity to run for. */
                modules?: string;
                /** @description Slugs, comma-separated: check only these. Absent or empty: the band. */
                platforms?: string;
                /** @description The purpose of all lookups, from the account's own list. */
                purpose?: string;
                /** @description Only check the items, and say what they would cost. Nothing is stored. */
                dryRun?: "true";
                /** @description Leave out items that cannot be looked up. Otherwise one of them refuses the batch. */
                skipInvalid?: "true";
            };
            header?: {
                /** @description A text of your choice that identifies this request. For 24 hours, a repetition of the request with the same key returns the result of the first one and is not billed again. A different request with the same key is refused with `idempotency_conflict`. */
                "Idempotency-Key"?: string;
                /** @description `no-cache` probes every platform again instead of reusing recent facts of this account. */
                "Cache-Control"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBatch"];
                "application/x-ndjson": string;
                "text/csv": string;
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedBatch"];
                };
            };
            /** @description Accepted. */
            202: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedBatch"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /**
             * @description `idempotency_conflict`: This Idempotency-Key was used for another request, or its first request is still in progress.
             *
             *     `batch_limit_reached`: The account has reached its limit of unfinished batches.
             */
            409: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `unknown_platform`: The list of platforms names an unknown one.
             *
             *     `purpose_required`: This account requires a purpose: send one from its list (GET /v2/account/purposes).
             *
             *     `unknown_purpose`: The purpose is not in the account's list (GET /v2/account/purposes).
             *
             *     `invalid_parameter`: A parameter is not valid.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a batch of this account. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a batch of this account. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["BatchEnded"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBatchItems: {
        parameters: {
            query?: {
                /** @description Only items that have this status. */
                status?: components["schemas"]["BatchItemStatus"];
                /** @description How many items, 1 to 100; 20 by default. */
                limit?: string;
                /** @description `nextCursor` of the previous page; absent for the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Identifier of a batch of this account. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchItemPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    pauseBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a batch of this account. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["BatchEnded"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBatchResults: {
        parameters: {
            query?: {
                /** @description Lines of JSON, or CSV whose first line names the columns. */
                format?: "jsonl" | "csv";
                /** @description A row for each item, or for each result of a platform. */
                rows?: "items" | "platforms";
            };
            header?: never;
            path: {
                /** @description Identifier of a batch of this account. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One JSON object per line. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["BatchResultLine"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a batch of this account. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["BatchEnded"];
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
                /** @description `nextCursor` of the previous page; absent for the first page. */
                cursor?: string;
                /** @description Count all lookups of the account, which takes longer. */
                total?: "true";
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                /** @description A text of your choice that identifies this request. For 24 hours, a repetition of the request with the same key returns the result of the first one and is not billed again. A different request with the same key is refused with `idempotency_conflict`. */
                "Idempotency-Key"?: string;
                /** @description `no-cache` probes every platform again instead of reusing recent facts of this account. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupV2"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `quota_exceeded`: The lookup quota of this account, or of this key, is used up.
             *
             *     `insufficient_credits`: The balance does not cover this lookup.
             */
            402: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
             *     `unknown_test_identity`: A test key looks up test identities only: docs/test-keys.md lists them.
             *
             *     `purpose_required`: This account requires a purpose: send one from its list (GET /v2/account/purposes).
             *
             *     `unknown_purpose`: The purpose is not in the account's list (GET /v2/account/purposes).
             *
             *     `invalid_parameter`: A parameter is not valid.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                /** @description The `ETag` of your copy. If the copy is still current, the response is 304 without a body. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupV2"];
                };
            };
            /** @description The copy that `If-None-Match` names is still current. */
            304: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
            /** @description Done. The response has no body. */
            204: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLookupDisputes: {
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DisputeList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    disputeResult: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a lookup of this account. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisputeRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dispute"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `unknown_platform`: The list of platforms names an unknown one.
             *
             *     `invalid_parameter`: A parameter is not valid.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupEvidence"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                /** @description Only omissions with this reason. */
                reason?: components["schemas"]["OmissionReason"];
                /** @description How many omissions, 1 to 100; 20 by default. */
                limit?: string;
                /** @description `nextCursor` of the previous page; absent for the first page. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OmissionPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                /** @description Id of the last event that you received. The stream continues after it. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": {
                        /** @description Position in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "result";
                        data: string;
                    } | {
                        /** @description Position in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "omission";
                        data: string;
                    } | {
                        /** @description Position in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "email_finding";
                        data: string;
                    } | {
                        /** @description Position in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "phone_finding";
                        data: string;
                    } | {
                        /** @description Position in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "ip_finding";
                        data: string;
                    } | {
                        /** @description Position in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "breaches_finding";
                        data: string;
                    } | {
                        /** @description Position in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "web_mentions_finding";
                        data: string;
                    } | {
                        /** @description Position in the stream, for `Last-Event-ID`. */
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
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    priceLookupV2: {
        parameters: {
            query?: never;
            header?: never;
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Billed"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
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
             *     `unknown_test_identity`: A test key looks up test identities only: docs/test-keys.md lists them.
             *
             *     `purpose_required`: This account requires a purpose: send one from its list (GET /v2/account/purposes).
             *
             *     `unknown_purpose`: The purpose is not in the account's list (GET /v2/account/purposes).
             *
             *     `invalid_parameter`: A parameter is not valid.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
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
                /** @description A module to run; other modules do not run. Absent: all modules that have an identity to run for. May be repeated. */
                module?: components["schemas"]["Module"][] | components["schemas"]["Module"];
                /** @description Slugs, comma-separated: check only these. Absent or empty: the band. */
                platforms?: string;
                /** @description Check every platform instead of the default band; refused with `instant`, which probes few platforms. */
                deep?: "true";
                /** @description End the stream at the latency ceiling, or at `deadlineMs`. */
                instant?: "true";
                /** @description When the response is sent, in milliseconds after the request arrived, with the results known by then; absent: at the latency ceiling of the installation. The number of platforms checked grows with it. Only for an instant lookup. */
                deadlineMs?: string;
                /** @description The purpose of the lookup, from the account's own list (GET /v2/account/purposes). An account can require one. */
                purpose?: string;
            };
            header?: {
                /** @description A text of your choice that identifies this request. For 24 hours, a repetition of the request with the same key returns the result of the first one and is not billed again. A different request with the same key is refused with `idempotency_conflict`. */
                "Idempotency-Key"?: string;
                /** @description `no-cache` probes every platform again instead of reusing recent facts of this account. */
                "Cache-Control"?: string;
                /** @description Id of the last event that you received. The stream continues after it. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": {
                        /** @description Position in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "result";
                        data: string;
                    } | {
                        /** @description Position in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "omission";
                        data: string;
                    } | {
                        /** @description Position in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "email_finding";
                        data: string;
                    } | {
                        /** @description Position in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "phone_finding";
                        data: string;
                    } | {
                        /** @description Position in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "ip_finding";
                        data: string;
                    } | {
                        /** @description Position in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "breaches_finding";
                        data: string;
                    } | {
                        /** @description Position in the stream, for `Last-Event-ID`. */
                        id: string;
                        /** @constant */
                        event: "web_mentions_finding";
                        data: string;
                    } | {
                        /** @description Position in the stream, for `Last-Event-ID`. */
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
             * @description `quota_exceeded`: The lookup quota of this account, or of this key, is used up.
             *
             *     `insufficient_credits`: The balance does not cover this lookup.
             */
            402: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
             *     `unknown_test_identity`: A test key looks up test identities only: docs/test-keys.md lists them.
             *
             *     `purpose_required`: This account requires a purpose: send one from its list (GET /v2/account/purposes).
             *
             *     `unknown_purpose`: The purpose is not in the account's list (GET /v2/account/purposes).
             *
             *     `invalid_parameter`: A parameter is not valid.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportLookups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LookupExport"];
            };
        };
        responses: {
            /** @description One JSON object per line. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["LookupExportLine"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                /** @description Only platforms with this tag. */
                tag?: string;
                /** @description Only platforms of this strength, for `queryType` if that is given. */
                strength?: components["schemas"]["PlatformStrength"];
                /** @description Only platforms that can be probed for identities of this type. */
                queryType?: components["schemas"]["QueryType"];
                /** @description Only platforms with this health, for `queryType` if that is given. */
                status?: components["schemas"]["PlatformStatus"];
                /** @description Only platforms that answer instant lookups, for `queryType` if that is given. */
                instant?: "true";
                /** @description How many platforms, 1 to 1000; absent: all of them. */
                limit?: string;
                /** @description `nextCursor` of the previous page; absent for the first page. */
                cursor?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. If the copy is still current, the response is 304 without a body. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformStatusList"];
                };
            };
            /** @description The copy that `If-None-Match` names is still current. */
            304: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformDetails"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                /** @description Only deliveries to this endpoint. */
                endpoint?: string;
                /** @description Only deliveries of this type of event. */
                type?: components["schemas"]["EventType"];
                /** @description Only deliveries in this state. */
                state?: components["schemas"]["DeliveryState"];
                /** @description Created at this time or later. */
                since?: string;
                /** @description Created before this time. */
                until?: string;
                /** @description How many deliveries, 1 to 100; 20 by default. */
                limit?: string;
                /** @description `nextCursor` of the previous page; absent for the first page. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedWebhookEndpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryDetails"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentWebhookEvent"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookRecovery"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentWebhookEvent"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                /** @description Only deliveries to this endpoint. */
                endpoint?: string;
                /** @description `day`: 24 hours in hours; `week` (the default): 7 days in intervals of six hours; `month`: 30 days in days. */
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
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookStats"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `account_suspended`: This account is suspended; its data is kept. Contact the operator of the service.
             *
             *     `account_closed`: This account is closed and will be deleted; until then an owner can reopen it.
             *
             *     `insufficient_scope`: This API key is not allowed to do that.
             *
             *     `forbidden_network`: This API key cannot be used from this network.
             */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Footprint-Test": components["headers"]["FootprintTest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    /** @description The same for retries and resends. Store it to skip events that you have already handled. */
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
                        /** @description The body of `GET /v2/lookup/{id}`, including the risk. Omissions are only counted; `GET /v2/lookup/{id}/omissions` lists them. */
                        response: components["schemas"]["LookupV2"];
                    } | {
                        lookupId: string;
                        status: string;
                        /** @description The lookup was made with a test key. */
                        test: boolean;
                        planned: number;
                        answered: number;
                        omitted: number;
                        platformsChecked: number;
                        matches: number;
                        socialMatches: number;
                        /** @description Where the lookup can be read, at the address of the API. */
                        href: string;
                    };
                };
            };
        };
        responses: {
            /** @description Acknowledges the event, if it arrives within ten seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later, up to eight attempts in total. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_batch_completed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same for retries and resends. Store it to skip events that you have already handled. */
                    id: string;
                    /** @constant */
                    type: "batch.completed";
                    /** Format: date-time */
                    createdAt: string;
                    /** @constant */
                    apiVersion: "2026-11";
                    accountId: string;
                    apiKeyId: string;
                    data: {
                        batchId: string;
                        items: number;
                        /** @description Items whose lookups have finished; the others were refused, invalid, deleted or erased. */
                        finished: number;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        finishedAt: string;
                        /** @description Where the batch can be read, at the address of the API. */
                        href: string;
                    };
                };
            };
        };
        responses: {
            /** @description Acknowledges the event, if it arrives within ten seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later, up to eight attempts in total. */
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
                    /** @description The same for retries and resends. Store it to skip events that you have already handled. */
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
                        /** @description `credit` on a credit plan, where amounts are in millicents; otherwise the module that is counted. */
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
            /** @description Acknowledges the event, if it arrives within ten seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later, up to eight attempts in total. */
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
                    /** @description The same for retries and resends. Store it to skip events that you have already handled. */
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
            /** @description Acknowledges the event, if it arrives within ten seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later, up to eight attempts in total. */
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
                    /** @description The same for retries and resends. Store it to skip events that you have already handled. */
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
            /** @description Acknowledges the event, if it arrives within ten seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later, up to eight attempts in total. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
