import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { PasskeyVerifier } from '../ports.js';

const NAME = 'Footprint';

/**
 * Passkeys (Web Authentication, level 3): discoverable credentials whose holder was verified by a PIN or a finger, so that they stand for
 * themselves. Attestation is not asked for: any authenticator will do.
 *
 * @param options.publicUrl `PUBLIC_URL`: its host is the relying party, its origin the only one that responses may come from
 */
export function createPasskeyVerifier({ publicUrl }: { publicUrl: string }): PasskeyVerifier {
  const expected = { expectedOrigin: publicUrl, expectedRPID: new URL(publicUrl).hostname, requireUserVerification: true };
  const rpID = expected.expectedRPID;
  return {
    async creationOptions({ userId, email }, credentialIds) {
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
    async verifyCreation(response, expectedChallenge) {
      const made = await refused(
        verifyRegistrationResponse({ ...expected, response: response as unknown as RegistrationResponseJSON, expectedChallenge }),
      );
      if (!made?.verified) return null;
      const { id, publicKey, counter } = made.registrationInfo.credential;
      return { credentialId: id, publicKey, counter };
    },
    async requestOptions() {
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
      return { challenge: options.challenge, options };
    },
    async verifyRequest(response, expectedChallenge, { credentialId: id, publicKey, counter }) {
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
    challengeOf(response) {
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
