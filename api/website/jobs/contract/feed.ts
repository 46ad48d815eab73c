/** The newest, with their texts: each is some kilobytes, and the feed is made as a whole. */
export const maxJobsInFeed = 5000
