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
    "/dashboard/api/operator/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * listDisputes
         * @description listDisputes
         */
        get: operations["listDisputes"];
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
         * listDisabledPlatforms
         * @description listDisabledPlatforms
         */
        get: operations["listDisabledPlatforms"];
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
        /**
         * revokeSessions
         * @description revokeSessions
         */
        delete: operations["revokeSessions"];
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
         * Read the planned deletion of the account
         * @description The deletion of the account and when it begins; null if none is planned.
         */
        get: operations["getAccountDeletion"];
        put?: never;
        /**
         * Close the account and delete it
         * @description Closes the account immediately, and deletes everything except its bills after 7 days. Until then an owner can cancel the deletion. Accepted lookups are completed, and their events are delivered.
         */
        post: operations["deleteAccount"];
        /**
         * Cancel the deletion of the account
         * @description Reopens the account. The response is 404 after the deletion has begun.
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
         * @description An account needs at least one owner. To hand it over, make somebody else an owner first.
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
         * @description Ends the membership of the signed-in person. The only owner cannot leave.
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
        AccountDeletion: {
            id: string;
            /** @description `accepted`: the deletion can be cancelled; `running`: it can no longer be cancelled. */
            state: components["schemas"]["ErasureState"];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the deletion begins.
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
            role: components["schemas"]["Role"];
            /** Format: date-time */
            joinedAt: string;
        };
        MemberRole: {
            role: components["schemas"]["Role"];
        };
        /** @enum {string} */
        AccountUnit: "lookups" | "millicents";
        /** @enum {string} */
        AttemptFailure: "status" | "redirect" | "gone" | "payload_too_large" | "timeout" | "dns" | "connect" | "tls" | "reset" | "protocol" | "too_large" | "blocked_address" | "invalid_address";
        /** @enum {string} */
        ErasureState: "accepted" | "running" | "done";
        /** @enum {string} */
        LookupKind: "lookup" | "email" | "phone" | "ip";
        /** @enum {string} */
        QueryType: "email" | "phone" | "username";
        /** @enum {string} */
        Role: "member" | "admin" | "owner";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
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
                } | {
                    invitationId: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accountId: string;
                        /** @description Address of the account. */
                        email: string;
                        /** @description Its name; null: it has none. */
                        name: string | null;
                        memberId: string;
                        role: components["schemas"]["Role"];
                    };
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        email: string;
                        authenticatedAt: string | null;
                        isRecent: boolean;
                        isOperator: boolean;
                        /** @description An operator who did not sign in with a passkey or a link of the command line. */
                        needsPasskey: boolean;
                        accounts: {
                            accountId: string;
                            /** @description Address of the account. */
                            email: string;
                            /** @description Its name; null: it has none. */
                            name: string | null;
                            memberId: string;
                            role: components["schemas"]["Role"];
                        }[];
                        /** @description Open invitations to the address, the newest first. */
                        invitations: {
                            invitationId: string;
                            role: components["schemas"]["Role"];
                            /** Format: date-time */
                            expiresAt: string;
                            accountEmail: string;
                            accountName: string | null;
                        }[];
                    };
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: {
                            accountId: string;
                            email: string;
                            name: string | null;
                            /** @enum {string} */
                            plan: "free_trial" | "growth" | "higher_volume" | "credit";
                            /** Format: date-time */
                            createdAt: string;
                            suspendedAt: string | null;
                            activeKeys: number;
                            owners: string[];
                            used: number;
                            allowance: number | null;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accountId: string;
                        email: string;
                        name: string | null;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: {
                            accountId: string;
                            email: string;
                            name: string | null;
                            /** @enum {string} */
                            plan: "free_trial" | "growth" | "higher_volume" | "credit";
                            /** Format: date-time */
                            createdAt: string;
                            suspendedAt: string | null;
                            activeKeys: number;
                            owners: string[];
                            used: number;
                            allowance: number | null;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
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
                        backoffs: {
                            egressPool: string;
                            platform: string;
                            /** Format: date-time */
                            until: string;
                        }[];
                    };
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: {
                            eventId: string;
                            endpointId: string;
                            accountId: string;
                            attempts: number;
                            latestAttempts: {
                                number: number;
                                /** Format: date-time */
                                at: string;
                                status: number | null;
                                failure: components["schemas"]["AttemptFailure"] | null;
                                durationMs: number;
                            }[];
                            /** Format: date-time */
                            createdAt: string;
                            nextAttemptAt: string | null;
                            url: string | null;
                        }[];
                    };
                };
            };
        };
    };
    listDisputes: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        disputes: {
                            platform: string;
                            queryType: components["schemas"]["QueryType"];
                            registered: boolean;
                            egressPool: string | null;
                            rule: string | null;
                            catalogue: number | null;
                            evidence: string | null;
                            accountId: string;
                            /** Format: date-time */
                            createdAt: string;
                            controlledAt: string | null;
                        }[];
                    };
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        erasures: {
                            id: string;
                            accountId: string | null;
                            isDryRun: boolean;
                            state: components["schemas"]["ErasureState"];
                            /** Format: date-time */
                            createdAt: string;
                            url: string | null;
                        }[];
                    };
                };
            };
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
                            kind: components["schemas"]["LookupKind"];
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
        };
    };
    listDisabledPlatforms: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        platform: string;
                        /** @enum {string} */
                        state: "ended" | "started";
                        queryTypes: {
                            queryType: components["schemas"]["QueryType"];
                            /** @enum {string} */
                            state: "passed" | "failed" | "blocked" | "uncalibrated";
                            mayConfirm: boolean;
                            mayDeny: boolean;
                            explanation: string;
                        }[];
                    };
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: {
                            platform: string;
                            queryType: components["schemas"]["QueryType"];
                            negative: boolean;
                            account: string | null;
                            /** Format: date-time */
                            since: string;
                        }[];
                    };
                };
            };
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
                    type?: components["schemas"]["QueryType"];
                    /** @description a phone number of the operator's that was never registered anywhere; then the platform may be `*`: every one */
                    negative?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        platform: string;
                        queryType: components["schemas"]["QueryType"];
                        negative: boolean;
                        account: string | null;
                        isNew: boolean;
                    };
                };
            };
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
                    type?: components["schemas"]["QueryType"];
                    /** @description a phone number of the operator's that was never registered anywhere; then the platform may be `*`: every one */
                    negative?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        platform: string;
                        removed: number;
                    };
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        platform: string;
                        disabled: {
                            platform: string;
                            /** Format: date-time */
                            since: string;
                            by: string | null;
                            reason: string;
                        } | null;
                    };
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        platform: string;
                        disabled: {
                            platform: string;
                            /** Format: date-time */
                            since: string;
                            by: string | null;
                            reason: string;
                        } | null;
                    };
                };
            };
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
                            kind: "batchLookups" | "otherLookups" | "deliveries" | "emails" | "erasures";
                            count: number;
                            oldestAt: string | null;
                        }[];
                    };
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
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
        };
    };
    revokeSessions: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        revoked: true;
                    };
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openId: boolean;
                        /** @enum {string} */
                        signIn: "any" | "openid";
                        /** @enum {string} */
                        signUp: "closed" | "open";
                        sendsEmail: boolean;
                        /** @description Lookups go through the simulator: every page says so. */
                        simulated: boolean;
                    };
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        signedIn: true;
                    };
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        sent: true;
                    };
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        signedIn: true;
                    };
                };
            };
        };
    };
    beginOpenIdSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The provider has to check again who it is. */
                    recent: boolean;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string;
                    };
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        signedIn: true;
                    };
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        signedOut: true;
                    };
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountDeletionState"];
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountDeletion"];
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelledAccountDeletion"];
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeftAccount"];
                };
            };
        };
    };
}
