import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { withRecentSignIn } from '../client/recent-sign-in.js';
import { useAnnounce } from './announcer.js';

export interface ChangeOptions<Input, Output> {
  readonly send: (input: Input) => Promise<Output>;
  /** Queries that are read again afterwards: those whose keys begin with one of these. */
  readonly stale: readonly QueryKey[];
  /** What screen readers are told once it is done; absent: nothing. */
  readonly announcement?: string | ((output: Output, input: Input) => string) | undefined;
  /** Called once what is stale was read again. */
  readonly onDone?: ((output: Output, input: Input) => void) | undefined;
}

/** A change of what pages show, for which the person is asked to sign in again where it needs a recent sign-in. */
export function useChange<Output, Input = void>({ send, stale, announcement, onDone }: ChangeOptions<Input, Output>) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  return useMutation({
    mutationFn: (input: Input) => withRecentSignIn(() => send(input)),
    async onSuccess(output, input) {
      if (announcement !== undefined) announce(typeof announcement === 'string' ? announcement : announcement(output, input));
      await Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })));
      onDone?.(output, input);
    },
  });
}
