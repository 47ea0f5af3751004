/** Emails leave the outbox for a real SMTP server, once; without one they are kept where they can be read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmailActivities } from '../../activities/emails/send-email.js';
import { newId } from '../../src/kernel/secrets/ids.js';
import { createSmtpMailer } from '../../src/features/emails/smtp/smtp-mailer.js';
import { endpointDisabled } from '../../src/features/webhooks/endpoint-emails.js';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { writeEmail } from '../../src/features/emails/store/email-outbox.js';
import { openTemporal } from '../../src/kernel/temporal/connection.js';
import { TemporalWebhookWorkflows } from '../../src/temporal/starters/webhook-workflows.js';
import { startMailInbox, type MailInbox } from '../support/mail-inbox.js';
import { startService, type Service } from '../support/service.js';
import { addEndpointTo, happensOnce } from '../support/webhooks/endpoints.js';

const FROM = 'Footprint <footprint@example.com>';
const failing = {
  url: 'https://example.com/hooks',
  failingSince: new Date('2030-01-01T10:20:30Z'),
  lastFailedAt: new Date('2030-01-04T10:00:00Z'),
};

describe('emails', () => {
  let inbox: MailInbox;
  let service: Service;
  let mailer: ReturnType<typeof createSmtpMailer>;
  beforeAll(async () => {
    inbox = await startMailInbox();
    service = await startService({ api: false, env: { SMTP_URL: inbox.url, MAIL_FROM: FROM } });
    mailer = createSmtpMailer({ url: inbox.url, from: FROM });
  });
  afterAll(async () => {
    mailer?.close();
    await service?.close();
    await inbox?.close();
  });

  async function outbox(accountId: string): Promise<string> {
    const emailId = await writeEmail(service.sql, newId, {
      ...endpointDisabled(failing),
      accountId,
      dedupKey: `test/${newId('email')}`,
    });
    if (emailId === null) throw new Error('no mail was written');
    return emailId;
  }
  const activities = (by: typeof mailer | null = mailer) =>
    createEmailActivities({ emailOutbox: service.record.emailOutbox, mailer: by, now: () => new Date() });
  const sentTo = (emailId: string) => inbox.messages.filter((mail) => mail.header('message-id').includes(emailId));

  it('arrive with both forms, from the sender of the settings, and are marked', async () => {
    const { accountId } = await service.account();
    const emailId = await outbox(accountId);
    expect(await activities().sendEmail({ emailId })).toEqual({ state: 'sent' });
    const [mail] = sentTo(emailId);
    const stored = await service.record.emailOutbox.find(emailId);
    expect(stored).toMatchObject({ state: 'sent', sentAt: expect.any(Date) });
    expect(mail).toMatchObject({ from: 'footprint@example.com', to: [stored?.to] });
    expect(mail?.header('from')).toBe(FROM);
    expect(mail?.header('subject')).toBe('A webhook endpoint was disabled');
    expect(mail?.header('message-id')).toBe(`<${emailId}@example.com>`);
    expect(mail?.header('auto-submitted')).toBe('auto-generated');
    expect(mail?.header('content-type')).toContain('multipart/alternative');
    expect(mail?.text).toContain('Content-Type: text/plain');
    expect(mail?.text).toContain('https://example.com/hooks');
    expect(mail?.text).toContain('<table');
  });

  it('are sent once, however often the step is repeated', async () => {
    const emailId = await outbox((await service.account()).accountId);
    await activities().sendEmail({ emailId });
    await activities().sendEmail({ emailId });
    expect(sentTo(emailId)).toHaveLength(1);
  });

  it('wait for a server that cannot take them now, and are given up when it never will', async () => {
    const emailId = await outbox((await service.account()).accountId);
    inbox.refuse(451);
    await expect(activities().sendEmail({ emailId })).rejects.toMatchObject({ responseCode: 451 });
    expect((await service.record.emailOutbox.find(emailId))?.state).toBe('pending');
    inbox.refuse(550);
    expect(await activities().sendEmail({ emailId })).toEqual({ state: 'refused' });
    inbox.refuse(null);
    expect(sentTo(emailId)).toEqual([]);
  });

  it('are kept in the outbox when no server is set', async () => {
    const { accountId } = await service.account();
    const emailId = await outbox(accountId);
    expect(await activities(null).sendEmail({ emailId })).toEqual({ state: 'kept' });
    expect(await service.record.emailOutbox.list(accountId, 10)).toMatchObject([
      { id: emailId, state: 'kept', subject: 'A webhook endpoint was disabled' },
    ]);
    expect(sentTo(emailId)).toEqual([]);
  });

  it('tell the holder of an endpoint that it was switched off, through the engine, once', async () => {
    const { accountId } = await service.account();
    const endpoint = await addEndpointTo(service.record, accountId);
    await happensOnce(service.record, accountId);
    await service.sql`UPDATE webhook_endpoints SET failing_since = now() - interval '73 hours', last_failed_at = now(), next_check_at = now() WHERE id = ${endpoint.id}`;
    const temporal = openTemporal({
      address: service.config.TEMPORAL_ADDRESS as string,
      namespace: service.config.TEMPORAL_NAMESPACE ?? 'default',
    });
    try {
      const webhookWorkflows = new TemporalWebhookWorkflows({ temporal, queues: service.queues });
      await Promise.all([
        webhookWorkflows.recheckEndpoint(endpoint.id),
        webhookWorkflows.recheckEndpoint(endpoint.id),
        webhookWorkflows.ensureMonitored(endpoint.id),
      ]);
      const sent = async () => (await service.record.emailOutbox.list(accountId, 10)).filter(({ state }) => state === 'sent');
      expect(await waitUntil(async () => (await sent()).length === 1, 90_000)).toBe(true);
      const [mail] = await sent();
      expect(sentTo(mail?.id ?? '')).toHaveLength(1);
      expect((await service.record.endpoints.find(accountId, endpoint.id))?.state).toBe('disabled');
    } finally {
      await temporal.close();
    }
  });
});
