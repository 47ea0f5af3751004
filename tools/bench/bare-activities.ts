export const bareActivities = {
  plan: async (): Promise<number> => 1,
  shard: async (): Promise<number> => 5,
  finish: async (): Promise<string> => 'done',
};
