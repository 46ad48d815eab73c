/** The slug of the page that is shown below every job's ad, unless a job leaves it out. */
export const whyUsSlug = 'why-us'
