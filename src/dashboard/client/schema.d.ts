/** Written by `npm run docs` from the operations that only pages use: change the service's schemas instead. */
export interface paths {
    "/dashboard/api/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * acceptInvitation
         * @description acceptInvitation
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * getPerson
         * @description getPerson
         */
        get: operations["getPerson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * listAccounts
         * @description listAccounts
         */
        get: operations["listAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/accounts/{account}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * readAccount
         * @description readAccount
         */
        get: operations["readAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/accounts/{account}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * changePlan
         * @description changePlan
         */
        post: operations["changePlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/accounts/{account}/quota": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * setQuota
         * @description setQuota
         */
        post: operations["setQuota"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/accounts/{account}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * resumeAccount
         * @description resumeAccount
         */
        post: operations["resumeAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/accounts/{account}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * suspendAccount
         * @description suspendAccount
         */
        post: operations["suspendAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/accounts/{account}/top-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * topUp
         * @description topUp
         */
        post: operations["topUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/accounts/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * searchAccounts
         * @description searchAccounts
         */
        post: operations["searchAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/circuits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * listCircuits
         * @description listCircuits
         */
        get: operations["listCircuits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * listUnfinishedDeliveries
         * @description listUnfinishedDeliveries
         */
        get: operations["listUnfinishedDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * listRunningErasures
         * @description listRunningErasures
         */
        get: operations["listRunningErasures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/lookups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * listUnfinishedLookups
         * @description listUnfinishedLookups
         */
        get: operations["listUnfinishedLookups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/platforms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * listSwitchedOffPlatforms
         * @description listSwitchedOffPlatforms
         */
        get: operations["listSwitchedOffPlatforms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/platforms/{platform}/calibrate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * calibratePlatform
         * @description calibratePlatform
         */
        post: operations["calibratePlatform"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/platforms/{platform}/control-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * listControlAccounts
         * @description listControlAccounts
         */
        get: operations["listControlAccounts"];
        put?: never;
        /**
         * setControlAccount
         * @description setControlAccount
         */
        post: operations["setControlAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/platforms/{platform}/control-accounts/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * removeControlAccounts
         * @description removeControlAccounts
         */
        post: operations["removeControlAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/platforms/{platform}/off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * switchPlatformOff
         * @description switchPlatformOff
         */
        post: operations["switchPlatformOff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/platforms/{platform}/on": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * switchPlatformOn
         * @description switchPlatformOn
         */
        post: operations["switchPlatformOn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/queues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * readQueues
         * @description readQueues
         */
        get: operations["readQueues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * listSchedules
         * @description listSchedules
         */
        get: operations["listSchedules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * listPasskeys
         * @description listPasskeys
         */
        get: operations["listPasskeys"];
        put?: never;
        /**
         * addPasskey
         * @description addPasskey
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/passkeys/{id}": {
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
         * removePasskey
         * @description removePasskey
         */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * beginPasskey
         * @description beginPasskey
         */
        post: operations["beginPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * listSessions
         * @description listSessions
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sessions/{id}": {
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
         * revokeSession
         * @description revokeSession
         */
        delete: operations["revokeSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * listWaysToSignIn
         * @description listWaysToSignIn
         */
        get: operations["listWaysToSignIn"];
        put?: never;
        /**
         * signInWithCode
         * @description signInWithCode
         */
        post: operations["signInWithCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sign-in/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * requestSignInCode
         * @description requestSignInCode
         */
        post: operations["requestSignInCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sign-in/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * signInWithLink
         * @description signInWithLink
         */
        post: operations["signInWithLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sign-in/openid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * beginOpenIdSignIn
         * @description beginOpenIdSignIn
         */
        post: operations["beginOpenIdSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sign-in/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * signInWithPasskey
         * @description signInWithPasskey
         */
        post: operations["signInWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sign-in/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * beginPasskeySignIn
         * @description beginPasskeySignIn
         */
        post: operations["beginPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * signOut
         * @description signOut
         */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/account/deletion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read whether the account is going to be deleted
         * @description The deletion of the account, and when it begins; null while there is none. Needs a key with the scope `account`.
         */
        get: operations["getAccountDeletion"];
        put?: never;
        /**
         * Close the account and delete it
         * @description Closes the account at once, and deletes everything of it but its bills after 7 days. Until then an owner can take that back; lookups that were accepted end, and their events are delivered. Needs a key with the scope `account`.
         */
        post: operations["deleteAccount"];
        /**
         * Take the deletion of the account back
         * @description Opens the account again. 404 once the deletion has begun. Needs a key with the scope `account`.
         */
        delete: operations["cancelAccountDeletion"];
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
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the role of a member
         * @description An account keeps at least one owner. To hand it over, make somebody else an owner first. Needs a key with the scope `account`.
         */
        patch: operations["changeMemberRole"];
        trace?: never;
    };
    "/v2/account/membership": {
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
         * Leave the account
         * @description Ends the membership of the person who is signed in. The last owner cannot leave. Needs a key with the scope `account`.
         */
        delete: operations["leaveAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
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
        AccountDeletion: {
            id: string;
            /**
             * @description `accepted`: it can be taken back; `running`: no longer.
             * @enum {string}
             */
            state: "accepted" | "running" | "done";
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it begins.
             */
            dueAt: string;
        };
        AccountDeletionRequest: {
            /** @description The account's id or its e-mail address. */
            confirm: string;
        };
        AccountDeletionState: {
            deletion: components["schemas"]["AccountDeletion"] | null;
        };
        CancelledAccountDeletion: {
            id: string;
            /** @constant */
            cancelled: true;
        };
        LeftAccount: {
            id: string;
            /** @constant */
            removed: true;
        };
        Member: {
            id: string;
            email: string;
            /** @enum {string} */
            role: "member" | "admin" | "owner";
            /** Format: date-time */
            joinedAt: string;
        };
        MemberRole: {
            /** @enum {string} */
            role: "member" | "admin" | "owner";
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
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
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
                    "application/json": {
                        accountId: string;
                        /** @description Address of the account. */
                        email: string;
                        memberId: string;
                        /** @enum {string} */
                        role: "member" | "admin" | "owner";
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPerson: {
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
                    "application/json": {
                        id: string;
                        email: string;
                        /** Format: date-time */
                        authenticatedAt: string;
                        isRecent: boolean;
                        isOperator: boolean;
                        accounts: {
                            accountId: string;
                            /** @description Address of the account. */
                            email: string;
                            memberId: string;
                            /** @enum {string} */
                            role: "member" | "admin" | "owner";
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
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                limit?: number;
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
                    "application/json": {
                        accounts: {
                            accountId: string;
                            /** @enum {string} */
                            plan: "free_trial" | "growth" | "higher_volume" | "credit";
                            /** Format: date-time */
                            createdAt: string;
                            suspendedAt: string | null;
                            activeKeys: number;
                        }[];
                        nextCursor: string | null;
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
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account: string;
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
                        accountId: string;
                        /** @enum {string} */
                        plan: "free_trial" | "growth" | "higher_volume" | "credit";
                        /** Format: date-time */
                        createdAt: string;
                        suspendedAt: string | null;
                        activeKeys: number;
                        retentionDays: number | null;
                        usage: {
                            /** @enum {string} */
                            plan: "free_trial" | "growth" | "higher_volume" | "credit";
                            /** Format: date-time */
                            periodStart: string;
                            billed: number;
                            used: number;
                            allowance: number | null;
                            balanceMillicents: number | null;
                            sharedBy: number;
                        };
                        counts: {
                            activeKeys: number;
                            members: number;
                            openInvitations: number;
                            endpoints: number;
                            disabledEndpoints: number;
                            lookups: number;
                            unfinishedLookups: number;
                        };
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
    changePlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    plan: "free_trial" | "growth" | "higher_volume" | "credit";
                    quota?: number;
                };
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
                    "application/json": {
                        accountId: string;
                        /** @enum {string} */
                        plan: "free_trial" | "growth" | "higher_volume" | "credit";
                        quotaOverride: number | null;
                        balanceMillicents: number;
                        suspendedAt: string | null;
                        credited?: boolean;
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setQuota: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    quota: number | null;
                };
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
                    "application/json": {
                        accountId: string;
                        /** @enum {string} */
                        plan: "free_trial" | "growth" | "higher_volume" | "credit";
                        quotaOverride: number | null;
                        balanceMillicents: number;
                        suspendedAt: string | null;
                        credited?: boolean;
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account: string;
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
                        accountId: string;
                        /** @enum {string} */
                        plan: "free_trial" | "growth" | "higher_volume" | "credit";
                        quotaOverride: number | null;
                        balanceMillicents: number;
                        suspendedAt: string | null;
                        credited?: boolean;
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
    suspendAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account: string;
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
                        accountId: string;
                        /** @enum {string} */
                        plan: "free_trial" | "growth" | "higher_volume" | "credit";
                        quotaOverride: number | null;
                        balanceMillicents: number;
                        suspendedAt: string | null;
                        credited?: boolean;
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
    topUp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amountMillicents: number;
                    reference: string;
                };
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
                    "application/json": {
                        accountId: string;
                        /** @enum {string} */
                        plan: "free_trial" | "growth" | "higher_volume" | "credit";
                        quotaOverride: number | null;
                        balanceMillicents: number;
                        suspendedAt: string | null;
                        credited?: boolean;
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default 20 */
                    limit?: number;
                    cursor?: string;
                    search: string;
                };
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
                    "application/json": {
                        accounts: {
                            accountId: string;
                            /** @enum {string} */
                            plan: "free_trial" | "growth" | "higher_volume" | "credit";
                            /** Format: date-time */
                            createdAt: string;
                            suspendedAt: string | null;
                            activeKeys: number;
                        }[];
                        nextCursor: string | null;
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCircuits: {
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
                    "application/json": {
                        circuits: {
                            egressPool: string;
                            egress: string;
                            host: string;
                            /** Format: date-time */
                            since: string;
                            /** Format: date-time */
                            until: string;
                            trips: number;
                        }[];
                        pauses: {
                            egressPool: string;
                            platform: string;
                            /** Format: date-time */
                            until: string;
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
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUnfinishedDeliveries: {
        parameters: {
            query?: {
                limit?: number;
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
                    "application/json": {
                        deliveries: {
                            eventId: string;
                            endpointId: string;
                            accountId: string;
                            attempts: number;
                            /** Format: date-time */
                            createdAt: string;
                            nextAttemptAt: string | null;
                            url: string | null;
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
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRunningErasures: {
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
                    "application/json": {
                        erasures: {
                            id: string;
                            accountId: string | null;
                            isDryRun: boolean;
                            /** @enum {string} */
                            state: "accepted" | "running" | "done";
                            /** Format: date-time */
                            createdAt: string;
                            url: string | null;
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
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUnfinishedLookups: {
        parameters: {
            query?: {
                limit?: number;
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
                    "application/json": {
                        counts: {
                            /** @enum {string} */
                            state: "accepted" | "running" | "finished";
                            /** @enum {string} */
                            mode: "instant" | "check" | "wait" | "stream" | "async" | "batch";
                            count: number;
                            oldestAt: string | null;
                        }[];
                        oldest: {
                            id: string;
                            accountId: string;
                            /** @enum {string} */
                            kind: "lookup" | "email" | "phone" | "ip";
                            /** @enum {string} */
                            mode: "instant" | "check" | "wait" | "stream" | "async" | "batch";
                            /** @enum {string} */
                            state: "accepted" | "running" | "finished";
                            /** Format: date-time */
                            acceptedAt: string;
                            url: string | null;
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
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSwitchedOffPlatforms: {
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
                    "application/json": {
                        platforms: {
                            platform: string;
                            /** Format: date-time */
                            since: string;
                            by: string | null;
                            reason: string;
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
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    calibratePlatform: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                platform: string;
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
                        /** @enum {string} */
                        state: "ended" | "started";
                        queryTypes: {
                            /** @enum {string} */
                            queryType: "email" | "phone" | "username";
                            /** @enum {string} */
                            state: "passed" | "failed" | "blocked" | "uncalibrated";
                            mayConfirm: boolean;
                            mayDeny: boolean;
                            explanation: string;
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
    listControlAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                platform: string;
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
                        accounts: {
                            platform: string;
                            /** @enum {string} */
                            queryType: "email" | "phone" | "username";
                            negative: boolean;
                            account: string | null;
                            /** Format: date-time */
                            since: string;
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
    setControlAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                platform: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    identity: string;
                    /** @enum {string} */
                    type?: "email" | "phone" | "username";
                    /** @description a phone number of the operator's that was never registered anywhere; then the platform may be `*`: every one */
                    negative?: boolean;
                };
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
                    "application/json": {
                        platform: string;
                        /** @enum {string} */
                        queryType: "email" | "phone" | "username";
                        negative: boolean;
                        account: string | null;
                        isNew: boolean;
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeControlAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                platform: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    identity?: string;
                    /** @enum {string} */
                    type?: "email" | "phone" | "username";
                    /** @description a phone number of the operator's that was never registered anywhere; then the platform may be `*`: every one */
                    negative?: boolean;
                };
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
                    "application/json": {
                        platform: string;
                        removed: number;
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    switchPlatformOff: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                platform: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
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
                    "application/json": {
                        platform: string;
                        switchedOff: {
                            platform: string;
                            /** Format: date-time */
                            since: string;
                            by: string | null;
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    switchPlatformOn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                platform: string;
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
                        switchedOff: {
                            platform: string;
                            /** Format: date-time */
                            since: string;
                            by: string | null;
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
    readQueues: {
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
                    "application/json": {
                        taskQueues: {
                            queue: string;
                            /** @enum {string} */
                            kind: "workflow" | "activity";
                            pollers: number;
                            count: number;
                            oldestSeconds: number;
                            url: string | null;
                        }[];
                        backlog: {
                            /** @enum {string} */
                            kind: "batchLookups" | "otherLookups" | "deliveries" | "mails" | "erasures";
                            count: number;
                            oldestAt: string | null;
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
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSchedules: {
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
                    "application/json": {
                        schedules: {
                            id: string;
                            purpose: string;
                            /** @enum {string} */
                            state: "active" | "paused" | "missing";
                            lastRun: {
                                /** Format: date-time */
                                startedAt: string;
                                /** @enum {string} */
                                outcome: "running" | "completed" | "failed" | "cancelled" | "terminated" | "timed_out" | "unknown";
                            } | null;
                            nextAt: string | null;
                            url: string | null;
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
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPasskeys: {
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
                    "application/json": {
                        passkeys: {
                            id: string;
                            name: string;
                            /** Format: date-time */
                            createdAt: string;
                            lastUsedAt: string | null;
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
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    response: {
                        id: string;
                        rawId?: string;
                        type?: string;
                        response?: {
                            clientDataJSON: string;
                            attestationObject?: string;
                            authenticatorData?: string;
                            signature?: string;
                            userHandle?: string | null;
                            transports?: string[];
                        };
                    };
                };
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
                    "application/json": {
                        id: string;
                        name: string;
                        /** Format: date-time */
                        createdAt: string;
                        lastUsedAt: string | null;
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removePasskey: {
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
                        id: string;
                        /** @constant */
                        removed: true;
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
    beginPasskey: {
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
                    "application/json": {
                        [key: string]: unknown;
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
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSessions: {
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
                    "application/json": {
                        sessions: {
                            id: string;
                            userAgent: string;
                            network: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            lastSeenAt: string;
                            isThis: boolean;
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
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeSession: {
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
                        id: string;
                        /** @constant */
                        revoked: true;
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
    listWaysToSignIn: {
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
                    "application/json": {
                        openId: boolean;
                        /** @enum {string} */
                        signUp: "closed" | "open";
                        sendsMail: boolean;
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
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signInWithCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
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
                    "application/json": {
                        /** @constant */
                        signedIn: true;
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    requestSignInCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                };
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
                    "application/json": {
                        /** @constant */
                        sent: true;
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signInWithLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
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
                    "application/json": {
                        /** @constant */
                        signedIn: true;
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    beginOpenIdSignIn: {
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
                    "application/json": {
                        url: string;
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
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signInWithPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    response: {
                        id: string;
                        rawId?: string;
                        type?: string;
                        response?: {
                            clientDataJSON: string;
                            attestationObject?: string;
                            authenticatorData?: string;
                            signature?: string;
                            userHandle?: string | null;
                            transports?: string[];
                        };
                    };
                };
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
                    "application/json": {
                        /** @constant */
                        signedIn: true;
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    beginPasskeySignIn: {
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
                    "application/json": {
                        [key: string]: unknown;
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
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signOut: {
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
                    "application/json": {
                        /** @constant */
                        signedOut: true;
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
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAccountDeletion: {
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
                    "application/json": components["schemas"]["AccountDeletionState"];
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
    deleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountDeletionRequest"];
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
                    "application/json": components["schemas"]["AccountDeletion"];
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
    cancelAccountDeletion: {
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
                    "application/json": components["schemas"]["CancelledAccountDeletion"];
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
    changeMemberRole: {
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
                "application/json": components["schemas"]["MemberRole"];
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
                    "application/json": components["schemas"]["Member"];
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
            409: components["responses"]["LastOwner"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    leaveAccount: {
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
                    "application/json": components["schemas"]["LeftAccount"];
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
            409: components["responses"]["LastOwner"];
            422: components["responses"]["InvalidParameter"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
