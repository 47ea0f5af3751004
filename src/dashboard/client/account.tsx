/** The account whose pages are open, and what its member may do. */
import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { holdersOf, isAtLeast, type Role } from '../../features/accounts/roles.js';
import type { AccountApi } from './api.js';
import { ROLE_NEEDED } from './operations.js';

export interface CurrentAccount {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly memberId: string;
  readonly role: Role;
  readonly api: AccountApi;
}

const AccountContext = createContext<CurrentAccount | null>(null);
export const AccountProvider = AccountContext.Provider;

/** @throws Error outside of an account's pages */
export function useAccount(): CurrentAccount {
  const account = useContext(AccountContext);
  if (!account) throw new Error('this is no page of an account');
  return account;
}

/** An operation that not every member may call. */
export type RestrictedOperation = keyof typeof ROLE_NEEDED;

export const mayCall = (role: Role, operation: RestrictedOperation): boolean => isAtLeast(role, ROLE_NEEDED[operation]);
/** Whether the member may. Pages hide what they may not do; the service refuses it. */
export const useMay = (operation: RestrictedOperation): boolean => mayCall(useAccount().role, operation);

/** Who may, as the subject of a sentence: “admins and owners”. */
export const whoMay = (operation: RestrictedOperation): string => holdersOf(ROLE_NEEDED[operation]);

/** Key of a query of one account, so that another account's data is never shown. */
export const accountKey = (account: Pick<CurrentAccount, 'id'>, ...rest: QueryKey): QueryKey => ['account', account.id, ...rest];

export const accountQuery = (account: CurrentAccount) =>
  queryOptions({ queryKey: accountKey(account, 'account'), queryFn: () => account.api.GET('/account') });
