/** What the profile reads: sessions and passkeys of the person. */
import { queryOptions } from '@tanstack/react-query';
import { personApi } from '../../client/api.js';

export const sessionsQuery = queryOptions({ queryKey: ['me', 'sessions'], queryFn: () => personApi.GET('/sessions') });
export const passkeysQuery = queryOptions({ queryKey: ['me', 'passkeys'], queryFn: () => personApi.GET('/passkeys') });

export type Session = Awaited<ReturnType<NonNullable<typeof sessionsQuery.queryFn>>>['sessions'][number];
export type Passkey = Awaited<ReturnType<NonNullable<typeof passkeysQuery.queryFn>>>['passkeys'][number];
