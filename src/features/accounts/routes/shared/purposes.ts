import { z } from 'zod';

export const purposes = z.strictObject({ purposes: z.array(z.string()), required: z.boolean() }).meta({ id: 'AccountPurposes' });

export const path = '/v2/account/purposes';
