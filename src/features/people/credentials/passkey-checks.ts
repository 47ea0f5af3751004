import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';

export interface Credential {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
}

/** A response of `navigator.credentials`, as its `toJSON` writes it. */
export type PasskeyResponse = Readonly<Record<string, unknown>> & { readonly id: string };

/** What the browser is given, and has to answer. */
interface Challenge {
  readonly challenge: string;
  readonly options: object;
}

export type PasskeyVerifier = ReturnType<typeof createPasskeyVerifier>;

const NAME = 'Footprint';

/**
 * Passkeys (Web Authentication, level 3): discoverable credentials whose holder was verified by a PIN or a finger, so that they stand for
 * themselves. Attestation is not asked for: any authenticator will do.
 *
 * @param options.publicUrl `PUBLIC_URL`: its host is the relying party, its origin the only one that responses may come from
 */
export function createPasskeyVerifier({ publicUrl }: { publicUrl: string }) {
  const expected = { expectedOrigin: publicUrl, expectedRPID: new URL(publicUrl).hostname, requireUserVerification: true };
  const rpID = expected.expectedRPID;
  return {
    /** @param credentialIds that the person has already */
    async creationOptions(
      { userId, email }: { readonly userId: string; readonly email: string },
      credentialIds: readonly string[],
    ): Promise<Challenge> {
      const options = await generateRegistrationOptions({
        rpName: NAME,
        rpID,
        userID: new TextEncoder().encode(userId),
        userName: email,
        attestationType: 'none',
        excludeCredentials: credentialIds.map((id) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { challenge: options.challenge, options };
    },
    /** @returns null when anything about the response is not right */
    async verifyCreation(response: PasskeyResponse, expectedChallenge: string): Promise<Credential | null> {
      const made = await refused(
        verifyRegistrationResponse({ ...expected, response: response as unknown as RegistrationResponseJSON, expectedChallenge }),
      );
      if (!made?.verified) return null;
      const { id, publicKey, counter } = made.registrationInfo.credential;
      return { credentialId: id, publicKey, counter };
    },
    async requestOptions(): Promise<Challenge> {
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
      return { challenge: options.challenge, options };
    },
    async verifyRequest(
      response: PasskeyResponse,
      expectedChallenge: string,
      { credentialId: id, publicKey, counter }: Credential,
    ): Promise<{ readonly counter: number } | null> {
      const credential = { id, publicKey: new Uint8Array(publicKey), counter };
      const done = await refused(
        verifyAuthenticationResponse({
          ...expected,
          response: response as unknown as AuthenticationResponseJSON,
          expectedChallenge,
          credential,
        }),
      );
      return done?.verified ? { counter: done.authenticationInfo.newCounter } : null;
    },
    /** The challenge that a response claims to answer; null: it cannot be read. */
    challengeOf(response: PasskeyResponse): string | null {
      try {
        const client = (response['response'] as { clientDataJSON: string }).clientDataJSON;
        const { challenge } = JSON.parse(Buffer.from(client, 'base64url').toString()) as { challenge?: unknown };
        return typeof challenge === 'string' ? challenge : null;
      } catch {
        return null;
      }
    },
  };
}

/** The library throws for whatever is not right in a response; no response is ever our own fault. */
function refused<T>(verifying: Promise<T>): Promise<T | null> {
  return verifying.catch(() => null);
}
