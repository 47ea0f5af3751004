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
         * @description Server-sent events: each platform result as it resolves, then `done` exactly once, last. Leaving does not cancel the lookup; come back with `Last-Event-ID` and pay nothing. Comments are heartbeats and progress. Billed as one lookup.
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
    "/v2/lookup/{id}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what each verdict of a lookup rests on */
        get: operations["getLookupEvidence"];
        put?: never;
        post?: never;
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
        /** List the platforms with their health */
        get: operations["listPlatformStatus"];
        put?: never;
        post?: never;
        delete?: never;
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
                code: "invalid_request" | "invalid_batch" | "unauthorized" | "quota_exceeded" | "insufficient_credits" | "not_found" | "method_not_allowed" | "idempotency_conflict" | "payload_too_large" | "unsupported_media_type" | "missing_subject" | "unknown_platform" | "invalid_email" | "invalid_phone" | "invalid_ip" | "invalid_parameter" | "rate_limit_exceeded" | "internal_error" | "unavailable";
                /** @description Human-readable. */
                message: string;
            };
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
            /** @description Which modules to run. Unknown keys are ignored. */
            checks?: {
                /** @description Platform sweep; default true. */
                footprint?: boolean;
                /** @description Mailbox facts; default false. */
                email?: boolean;
                /** @description Line facts; default false. */
                phone?: boolean;
                /** @description Risk and network facts of `ip`; default false. */
                ip?: boolean;
                /** @description Breach history; default true where configured. */
                breaches?: boolean;
                /** @description Public web mentions; default true where configured. */
                webMentions?: boolean;
            } & {
                [key: string]: unknown;
            };
        };
        BatchLookup: {
            items: components["schemas"]["BatchItem"][];
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
        /** @description The last event: what GET /v1/lookup/{id} answers at that moment. */
        DoneEvent: {
            /** @description Identifier of the lookup. */
            lookupId: string;
            /** @description The queried value, as it was sent. */
            query: string;
            /** @description How many platforms were checked, answered or omitted. */
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
        LookupHistoryEntry: {
            /** @description Identifier of the lookup. */
            id: string;
            /** @description The queried value, as it was sent. */
            query: string;
            /** @enum {string} */
            queryType: "email" | "phone" | "username";
            platformsChecked: number;
            matches: number;
            socialMatches: number;
            /** Format: date-time */
            createdAt: string;
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
            /** @description Which modules to run. Unknown keys are ignored. */
            checks?: {
                /** @description Platform sweep; default true. */
                footprint?: boolean;
                /** @description Mailbox facts; default false. */
                email?: boolean;
                /** @description Line facts; default false. */
                phone?: boolean;
                /** @description Risk and network facts of `ip`; default false. */
                ip?: boolean;
                /** @description Breach history; default true where configured. */
                breaches?: boolean;
                /** @description Public web mentions; default true where configured. */
                webMentions?: boolean;
            } & {
                [key: string]: unknown;
            };
            /** @description Check only these platforms instead of the band; empty: the band. */
            platforms?: string[];
        };
        LookupResponse: {
            /** @description Identifier of the lookup. */
            lookupId: string;
            /** @description The queried value, as it was sent. */
            query: string;
            /** @description How many platforms were checked, answered or omitted. */
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
            /** @description Query types that can reach the platform. */
            supports: ("email" | "phone" | "username")[];
            /** @description Query types for which the platform answers on the instant path. */
            instant: ("email" | "phone" | "username")[];
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
        WebMentionsResultEvent: {
            webMentions: components["schemas"]["WebMention"][];
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
        /** @description `missing_subject`: Send at least one of query, email and phone, or ip with checks.ip, with something left to check. */
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
                /** @description Answer within the ceiling (900 ms by default) with what a high-signal subset of platforms said by then. Needs no `wait`. */
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
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `missing_subject`: Send at least one of query, email and phone, or ip with checks.ip, with something left to check.
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
            404: components["responses"]["NotFound"];
            /**
             * @description `missing_subject`: Send at least one of query, email and phone, or ip with checks.ip, with something left to check.
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
                            /** @enum {string} */
                            state: "registered" | "not_registered" | "omitted";
                            doubt: ("not_applicable" | "forbidden" | "timeout" | "unreachable" | "proxy_failed" | "too_large" | "redirected_away" | "undecodable" | "rate_limited" | "server_error" | "blocked" | "challenge" | "login_wall" | "consent_wall" | "unexpected_type" | "unrecognised" | "ambiguous" | "echo_missing" | "cooling_down" | "uncalibrated" | "quarantined" | "interrupted") | null;
                            fromCache: boolean;
                            /** Format: date-time */
                            checkedAt: string;
                            evidence: {
                                status: number | null;
                                matched: string;
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPlatformStatus: {
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
                        total: number;
                        platforms: {
                            platform: string;
                            name: string;
                            homepage: string;
                            tags: string[];
                            /** @enum {string} */
                            strength: "strong" | "standard";
                            instant: ("email" | "phone" | "username")[];
                            health: {
                                /** @enum {string} */
                                queryType: "email" | "phone" | "username";
                                /** @enum {string} */
                                status: "healthy" | "confirm_only" | "cooling" | "quarantined" | "uncalibrated";
                                reason: string | null;
                                lastControlAt: string | null;
                            }[];
                            medianLatencyMs: number | null;
                            omissionRate: number | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
