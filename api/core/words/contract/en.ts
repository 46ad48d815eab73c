/** Why the application form is refused: in the browser and, for the same reasons, by the server. */
export const errors = {
  jobRequired: 'Choose a job',
  jobMissing: 'This job does not exist',
  jobClosed:
    'This position has just closed, so your application was not sent. Copy what you want to keep; it stays on this page until you leave.',
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  emailRequired: 'Email is required',
  emailMalformed: 'Enter an email address like name@example.com',
  phoneMalformed: 'Enter a phone number with its digits, or leave this empty',
  notText: 'Must be text',
  brokenCharacter: 'Contains a broken character',
  invisible: 'Contains characters that cannot be shown',
  tooLong: 'Must be at most {max} characters',
  uploadInterrupted: 'The upload was interrupted',
  formDamaged: 'The form arrived incomplete or damaged',
  textTooLarge: 'Too long: at most {max} KB',
  formTooLarge: 'Your letter and answers are too long together: shorten them to at most {max} KB',
  fileTooLarge: 'The file must be at most {max} MB',
  letterRequired: 'Motivation letter is required',
  letterTooShort: 'Motivation letter must be at least {min} characters; yours has {length}',
  letterTooLong: 'Motivation letter must be at most {max} characters; yours has {length}',
  resumeRequired: 'Resume is required',
  /** The chosen file was kept for a day only. */
  resumeGone: 'Choose your resume again',
  fileGone: 'Choose this file again',
  fileChanged: '{name} has changed since you chose it; choose it again',
  resumeEmpty: 'This file is empty',
  resumeTooLarge: '{file} must be at most {max} MB',
  resumeTooLargeBy: '{file} must be at most {max} MB; this file has {size}',
  resumeType: '{file} must be a PDF, DOC or DOCX file',
  resumeFromWriter:
    '{file} must be a PDF, DOC or DOCX file. Save it as PDF and choose it again: in LibreOffice Writer, File > Export As > Export as PDF.',
  resumeFromWord:
    '{file} must be a PDF, DOC or DOCX file. Save it as PDF and choose it again: in Word, File > Save As > PDF.',
  resumeFromPages:
    '{file} must be a PDF, DOC or DOCX file. Save it as PDF and choose it again: in Pages, File > Export To > PDF.',
  resumeFromDocs:
    '{file} must be a PDF, DOC or DOCX file. Save it as PDF and choose it again: in Google Docs, File > Download > PDF Document.',
  resumeFromRtf:
    '{file} must be a PDF, DOC or DOCX file. Save it as PDF and choose it again: in Word, File > Save As > PDF; in TextEdit, File > Export as PDF.',
  resumeFromText:
    '{file} must be a PDF, DOC or DOCX file. Save it as PDF and choose it again: in Notepad, File > Print > Microsoft Print to PDF; in TextEdit, File > Export as PDF.',
  resumeFromPhone:
    '{file} must be a PDF, DOC or DOCX file. Save the photo as PDF and choose it again: on an iPhone, Share > Print, then share the preview.',
  resumeContent: '{file} must be a real PDF, DOC or DOCX file',
  resumeEncrypted:
    'This file is protected by a password, so our reviewers could not open it. Save a copy without a password and choose it again.',
  resumeMacros:
    'This file contains macros, which our reviewers must not open. Save it as PDF and choose it again: in Word, File > Save As > PDF.',
  resumeEmbedded:
    'This file contains another file or a program, which our reviewers must not open. Save it as PDF and choose it again: in Word, File > Save As > PDF.',
  resumeRemote:
    'This file loads content from another computer when it is opened. Save it as PDF and choose it again: in Word, File > Save As > PDF.',
  /** What `{file}` stands for above: the resume, or the file that answers a question. */
  resumeName: 'Resume',
  fileName: 'The file',
  answerRequired: 'Answer this question',
  answerNumberRequired: 'Enter a number',
  answerDateRequired: 'Enter a date',
  answerChoose: 'Choose an answer',
  answerOption: 'Choose one of the answers given',
  answerNumber: 'Enter a number in digits, without commas or spaces, such as 3 or 2.5',
  answerDigits: 'Enter a number of at most {max} digits',
  answerZeros: 'Leave out the zeros at the start: enter {number}',
  answerDate: 'Enter a date, such as 2026-03-31',
  answerYear: 'Enter the year with four digits, such as 1985',
  answerFileRequired: 'Choose a file',
  answerWithFile: 'Answer this question with a file',
  answerWithoutFile: 'Answer this question without a file',
  answerTooLong: 'Shorten this answer',
  answerGone: 'This question is no longer in the form',
}

/** The tools for a letter. The back office has more of them, in English. */
export const editor = {
  toolbar: 'Formatting: {field}',
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underline',
  numberedList: 'Numbered list',
  bulletList: 'Bullet list',
  link: 'Link',
  linkAddress: 'Address',
  linkInvalid: 'Enter a web address, an email address or a tel: number.',
  addLink: 'Add link',
  saveLink: 'Save link',
  removeLink: 'Remove link',
}

/**
 * English: what visitors and candidates read. Data only, so that an island gets its part as props.
 * `{name}` is filled in by `say`, which also picks the plural form for `{n}`.
 */
export const en = {
  /** How dates are written, as a BCP 47 tag. */
  dateLocale: 'en-GB',
  site: {
    skip: 'Skip to content',
    /** Names the language of the catalog itself: for those whose browser prefers it. */
    thisPage: 'This page in English',
    menu: {
      label: 'Main',
      languages: 'Languages',
      footerLabel: 'Footer',
      open: 'Menu',
      home: 'Home',
      jobs: 'Jobs',
      about: 'About',
    },
    /** Of a page that shows what was sent and refused. */
    errorTitle: 'Error: {title}',
    /** Ends the title of every page about jobs. */
    careers: 'Careers',
    feed: 'Open positions at {site}',
    feedFiltered: 'Open positions at {site}: {filter}',
    noJobs: "We don't have any open positions at the moment. Please check back later!",
    backHome: 'Back to Home',
    welcome: 'Welcome to {site}',
    viewOpenPositions: 'View Open Positions',
    featured: 'Featured Job Openings',
    viewAllJobs: 'View All Jobs',
    showAllJobs: 'Show all {n}',
    jobsByTeam: 'Positions by team',
    allTeams: 'All',
    table: 'Table',
    tableOf: 'Table: {columns}',
    homeFailed: 'Failed to load homepage content',
    page: 'Page',
    pageFailed: 'Failed to load page',
  },
  failure: {
    somethingWrong: 'Something went wrong',
    ours: 'Something went wrong on our side. Please try again in a moment.',
    tryAgain: 'Try again',
  },
  maintenance: {
    heading: "We'll be back soon",
    text: "We're working on this site. Please come back in a little while.",
    urgent: 'Urgent? Email {email}.',
  },
  /** Instead of what needs the server, while it is down. */
  unavailable: {
    heading: 'Temporarily unavailable',
    text: "This page can't be shown right now. Please try again in a few minutes.",
    form: 'If you were sending a form, it was not sent. Go back to it: what you typed is still there.',
    home: 'To the home page',
  },
  jobs: {
    heading: 'Open Positions',
    filteredTitle: 'Open Positions: {filter}',
    pageTitle: '{title}, page {page}',
    failed: 'Failed to load jobs',
    noneOpen: 'No Open Positions',
    noneOpenNow: 'No open positions at the moment.',
    count: { one: '{n} position', other: '{n} positions' },
    found: { one: '{n} position found', other: '{n} positions found' },
    showAll: 'Show all',
    noMatch: 'No positions match your search.',
    noMatchFor: 'No positions match “{q}”. Check the spelling or try fewer words.',
    showingFor: 'Nothing matches “{typed}”. Showing results for “{q}”.',
    dropFilter: {
      one: 'Remove “{filter}” to see {n} position',
      other: 'Remove “{filter}” to see {n} positions',
    },
    nothingFits: 'Nothing that fits?',
    openApplication: 'Send us an open application',
    showAllPositions: 'Show all positions',
    keyword: 'Title or keyword',
    filters: { team: 'Team', type: 'Type', workplace: 'Workplace', place: 'Location' },
    chosen: { one: 'chosen', other: 'chosen' },
    applyFilters: 'Show positions',
    moreValues: {
      one: '{n} more: find it with the search.',
      other: '{n} more: find them with the search.',
    },
    chosenFilters: 'Chosen filters',
    removeFilter: 'Remove {filter}',
    otherTeam: 'Other',
    search: 'Search',
    pages: 'Pages of positions',
    previous: 'Previous',
    next: 'Next',
    pageOf: 'Page {page} of {last}',
    apply: 'Apply Now',
    applyFor: 'Apply Now: {job}',
  },
  alerts: {
    heading: 'New positions by email',
    /** {filter}: what the list is filtered by. */
    offer: 'We can email you when new positions open: {filter}.',
    offerAll: 'We can email you when new positions open.',
    /** In place of a filter. */
    all: 'all open positions',
    email: 'Email',
    cadence: 'How often',
    cadences: { daily: 'Every day', weekly: 'Every Monday' },
    send: 'Email me new positions',
    hint: "We'll first email you a link to confirm. You can end the emails at any time.",
    sentTitle: 'Check your email',
    /** The same for every address. */
    sent: 'An email with a link is on its way. We send new positions only once you have confirmed it there. It may take a few minutes; look in the spam folder too.',
    confirm: {
      heading: 'Get new positions by email?',
      button: 'Yes, email me new positions',
      doneTitle: 'You will get new positions by email',
    },
    manageTitle: 'Your emails about new positions',
    positions: 'Positions',
    address: 'Address',
    /** The day on which the emails end by themselves. */
    keepUntil: 'Until, unless you confirm again',
    save: 'Save',
    saved: 'Your choice is saved.',
    leave: 'End these emails',
    download: 'Download your data',
    leftTitle: 'The emails have ended',
    left: 'You will get no more emails about these positions. We have deleted your address from this list.',
    lostTitle: 'This link does not work',
    lost: 'The emails have ended already, or the link is too old. The newest of our emails has a link that works.',
    offTitle: 'No emails about new positions',
    off: 'At the moment we do not send new positions by email.',
  },
  job: {
    allPositions: 'All open positions',
    facts: 'About this job',
    location: 'Location',
    workplace: 'Workplace',
    employmentType: 'Employment type',
    team: 'Team',
    pay: 'Pay',
    posted: 'Posted',
    closes: 'Closes',
    apply: 'Apply Now',
    aboutTeam: 'About the team: {title}',
    contact: 'Questions?',
    contactBy: 'Ask {name}',
    shareByEmail: 'Email this job',
    link: 'Link to this job',
    share: 'Share',
    copyLink: 'Copy link',
    copied: 'Link copied',
    notCopied: "The link couldn't be copied. Here it is: {url}",
    description: 'Job Description',
    requirements: 'Requirements',
    notFound: 'Job not found',
    failed: 'Failed to load job details',
    back: 'Back to Jobs',
    unknown: "We couldn't find this job. The link may be out of date.",
    closed: 'This position is closed',
    closedOn: 'It closed on {date}.',
    seeOpen: 'See our open positions.',
    others: 'Other open positions',
    feed: 'Follow new positions in a feed reader',
    leaveEmpty: 'Leave this field empty',
    yourLetter: 'Your letter',
    yourAnswers: 'Your answers',
    removedQuestion: 'A question that was removed',
    notSent:
      'Your application was not sent. Copy what you want to keep; it stays on this page until you leave.',
  },
  /** A draft, for people with a link to it. */
  preview: {
    label: 'Preview',
    text: 'This is a draft. It is not published yet, and may change.',
    noForm: 'People can apply here once this is published.',
    gone: 'This preview has ended',
    goneText:
      'The link has expired, or the draft was published or discarded. Ask the person who sent it for a new one.',
  },
  /** The page that shows applications to people without an account. */
  shared: {
    title: 'Applications for {name}',
    lead: 'Confidential, for {name} only. This link ends on {date}.',
    candidates: 'Candidates',
    answers: 'Answers',
    fileLeftOut: '{file} (not part of this link)',
    noResume: 'No resume was sent.',
    loading: 'Loading the resume...',
    checking: 'The resume is being checked for viruses. Reload this page in a minute.',
    checkingFiles: 'The files are being checked for viruses. Try again in a minute.',
    failed: "The resume can't be shown here. Ask the person who sent you the link.",
    needsScript: 'The resume is shown only with JavaScript.',
    gone: 'This link is not valid or has ended',
    goneText: 'Ask the person who sent it for a new one.',
  },
  /** The line of facts below a job's title. */
  facts: {
    workplaces: { onsite: 'On site', hybrid: 'Hybrid', remote: 'Remote' },
    employmentTypes: {
      FULL_TIME: 'Full time',
      PART_TIME: 'Part time',
      CONTRACTOR: 'Contract',
      TEMPORARY: 'Temporary',
      INTERN: 'Internship',
      VOLUNTEER: 'Volunteer',
      PER_DIEM: 'By the day',
      OTHER: 'Other',
    },
    remoteIn: 'Remote ({countries})',
    more: { one: '{n} more', other: '{n} more' },
    pay: {
      hour: '{pay} an hour',
      day: '{pay} a day',
      week: '{pay} a week',
      month: '{pay} a month',
      year: '{pay} a year',
    },
    from: 'From {pay}',
    upTo: 'Up to {pay}',
  },
  accessibility: {
    title: 'Accessibility',
    lead: 'Everyone should be able to find a job here and apply for it. We test that, and we want to know when it fails.',
    testedTitle: 'What is tested',
    tested: [
      'Every kind of page against the rules of WCAG 2.2, levels A and AA, that a program can check, in light and dark.',
      'Finding a job, applying, and a candidate’s own page by keyboard alone.',
      'Pages at 320 pixels wide, which is 400 % zoom on a screen of 1,280 pixels: nothing scrolls sideways.',
      'Public pages on a phone with text at 200 %: nothing is cut off or scrolls sideways.',
      'Every public page and the application form without JavaScript.',
      'The colors of each theme: contrast of at least 4.5 to 1 for text, whatever the brand color.',
      'Applying, and a candidate’s own page, in Chromium, Firefox and WebKit.',
      'The names and roles that screen readers are told, and high contrast with colors that the visitor sets.',
    ],
    when: 'The tests run on every change to Foyer, the software of this site. A change that fails one of them is not released.',
    version: 'This site runs a version built on {date}.',
    limitsTitle: 'What we know does not work well',
    limits: [
      'No people with disabilities have tested this site for us yet, and we have not tested it with a real screen reader.',
      'Without JavaScript, the letter is plain text.',
      'Files that people attach are kept as they are; we don’t make them accessible.',
    ],
    contactTitle: 'Tell us',
    write:
      'If something here keeps you from applying, write to {email}. You can also apply that way.',
    link: 'Accessibility',
  },
  /** Shown only if the site has a Google Analytics ID. */
  consent: {
    label: 'Analytics',
    question:
      'May we count your visit with Google Analytics? Google then learns that you were here. Everything works without it.',
    allow: 'Allow',
    refuse: 'No thanks',
    change: 'Analytics choices',
  },
  /** The promise of the setting `answer_within_days`, which is 2 at first. */
  answerTime: {
    usual: '1-2 business days',
    days: { one: '{n} business day', other: '{n} business days' },
    /** On job pages, if the setting `show_answer_time` is on. */
    median: {
      one: 'Candidates usually hear back within {n} day.',
      other: 'Candidates usually hear back within {n} days.',
    },
  },
  nextSteps: {
    heading: 'What happens next?',
    review: 'Our team reviews your application within {time}.',
    contact: 'If your profile matches what we are looking for, we will contact you.',
  },
  thanks: {
    title: 'Application Submitted',
    heading: 'Application Submitted Successfully!',
    applied: 'Thank you for your application.',
    /** For somebody who opens the page without having applied. */
    notApplied:
      'This page confirms an application. If you have not sent one yet, choose a position and apply.',
    appliedFor: 'Thank you for applying for {job}.',
    confirmation: 'You will receive an email confirmation shortly.',
    /** Instead of the confirmation where no mail server is set up. */
    saveLink: 'Save the link to your application',
    otherPositions: 'View Other Positions',
    own: 'View Your Application',
  },
  /** A candidate's own page, behind the link in their email. */
  application: {
    title: 'Your application',
    reference: 'Reference {reference}',
    titleFor: 'Your application: {job}',
    viewJob: 'View the job',
    /** On the page that a cookie shows for an hour after applying. */
    signOut: 'Sign out of this page',
    signOutHelp: 'Do this if other people use this device.',
    /** Where no mail server sends the link. */
    keepLink: 'Save the link to your application. It brings you back to this page:',
    state: {
      pending: 'We have your application',
      shortlisted: 'You are on our shortlist',
      rejected: 'We decided not to continue with your application',
      selected: 'We would like to work with you',
      withdrawn: 'You withdrew this application',
      ended: 'This job has ended',
    },
    answerBy: 'We aim to answer by {date}, by email to {email}.',
    answerByWithoutMail: 'We aim to answer by {date}.',
    /** Once that day has passed: also true of those who will not be told a decision. */
    late: 'No decision has been announced yet.',
    next: {
      shortlisted: 'We will contact you about the next step at {email}.',
      rejected:
        'Thank you for the time you put into it. You are welcome to apply for another position.',
      selected: 'We will contact you about the details at {email}.',
      withdrawn: 'We have stopped considering it.',
      ended:
        'We are no longer looking for someone for this position. You can still download what you sent, or erase it.',
    },
    interview: {
      choose: 'Choose a time for your interview',
      /** Of several at once, with one of the two headings above and below. */
      several: '{title} ({n} of {of})',
      times: 'Times',
      /** `{zone}` is that of the company, with its offset. */
      zone: 'Times are those of {zone}.',
      /** Filled in by the browser, if its time zone shows another time. */
      own: '{time} in your time zone, {zone}',
      minutes: { one: '{n} minute', other: '{n} minutes' },
      with: 'With {people}',
      pick: 'Choose this time',
      timeRequired: 'Choose one of the times',
      noneLeft: 'None of these times is left. Tell us below when you have time.',
      none: 'None of these fit',
      noneText: 'When would it suit you? (optional)',
      noneSave: 'Ask for other times',
      booked: 'Your interview is booked',
      cancel: 'I can’t come',
      cancelText: 'Tell us why, or when it would suit you (optional)',
      cancelSave: 'Cancel the interview',
      took: 'Your interview was at this time',
      declined: 'You asked for other times for your interview.',
      canceledByYou: 'You canceled this interview.',
      canceled: 'An interview was canceled.',
    },
    undoUntil: 'You can undo this until {time}.',
    undo: 'Undo',
    sent: 'What you sent',
    name: 'Name',
    received: 'Sent',
    notGiven: 'Not given',
    unconfirmed:
      'We emailed a link to {email}. Open it within 24 hours to confirm that address; until then we keep writing to {old}.',
    file: '{type}, {size}',
    history: 'History',
    events: {
      received: 'We received your application',
      email: 'We sent you an email: {subject}',
      emailWithoutSubject: 'We sent you an email',
      decision: 'We told you our decision',
      withdrawn: 'You withdrew your application',
      interview_proposed: 'We proposed times for an interview',
      interview_booked: 'You chose a time for an interview',
      interview_declined: 'You asked for other times for an interview',
      interview_canceled: 'An interview was canceled',
      interview_canceled_by_you: 'You canceled an interview',
      message_from_you: 'You sent us a message',
      message_from_us: 'We sent you a message',
      file_requested: 'We asked you for a file: {subject}',
      file_sent: 'You sent us a file: {subject}',
    },
    messages: {
      heading: 'Messages',
      none: 'You can write to {site} here. If we answer, we email you.',
      noneWithoutMail: 'You can write to {site} here. If we answer, you will find it here.',
      you: 'You',
      author: '{name}, {site}',
      /** Folded, above the latest. */
      earlier: 'Earlier messages ({n})',
      /** Links, with more messages than the page shows. */
      showEarlier: 'Show earlier messages',
      showLatest: 'Show the latest messages',
      /** Below a request for a file that was withdrawn. */
      notNeeded: 'We no longer need this file.',
      label: 'Your message',
      help: 'Up to 2,000 characters.',
      send: 'Send message',
      unreadable: "We can't show the messages right now. Please reload the page in a moment.",
    },
    documents: {
      heading: 'Files we need from you',
      due: 'Please send it by {due}.',
      document: 'PDF, DOC or DOCX, at most {max} MB',
      image: 'JPEG, PNG or WebP, at most {max} MB',
      send: 'Send file',
      /** A photo above the limit. */
      shrunk: 'Chosen: {name}, made smaller to {size}',
      /** Folded. */
      sent: { one: 'The file you sent', other: 'Files you sent ({n})' },
      received: 'Received: {name}, {time}',
      replace: 'Replace this file',
    },
    actions: 'Manage your application',
    changePhone: 'Change phone number',
    savePhone: 'Save phone number',
    changeEmail: 'Change email address',
    newEmail: 'New email address',
    emailHelp: "We'll email a link to the new address. The change takes effect once you open it.",
    saveEmail: 'Send the link',
    replaceResume: 'Replace your resume',
    newResume: 'New resume',
    saveResume: 'Replace resume',
    onHold:
      '{site} must keep this application as it is for legal reasons. Until that ends, the resume can’t be replaced, nor anything be erased.',
    download: 'Download a copy of your application',
    downloadHelp:
      'The copy has what you sent and what we wrote to you. We may hold more about you, such as our notes: write to us to ask for it.',
    revokeConsent: 'Kept for later openings',
    revokeConsentHelp:
      'You agreed to let us keep your application for later openings until {month}. You can take that back at any time.',
    saveRevokeConsent: "Don't keep my application",
    saveRenewConsent: 'Keep it until {month}',
    newLink: 'Get a new link',
    newLinkHelp:
      'Worried that someone else has this link? We’ll email a new one to {email}. Once you open it, this one will stop working.',
    sendNewLink: 'Email a new link',
    withdraw: 'Withdraw application',
    erase: 'Erase everything',
    ask: {
      withdraw: {
        heading: 'Withdraw your application for {job}?',
        text: "We'll stop considering you for this position. You can undo this for ten minutes.",
        /** With an interview ahead. */
        booked:
          'Your interview on {time} will not take place, and we tell the people you would have met. Please remove it from your own calendar.',
        /** After `booked`. */
        comesBack: 'If you undo the withdrawal, the interview takes place after all.',
        /** With times to choose from. */
        proposed:
          'The interview that we proposed will not take place, unless you undo the withdrawal.',
        confirm: 'Withdraw application',
      },
      erase: {
        heading: 'Erase everything about your application for {job}?',
        text: "What you sent, your files and our emails will be deleted for good, and we'll stop considering you. Download a copy first if you want to keep one. We'll email you a link to confirm.",
        confirm: 'Email the confirmation link',
      },
      cancel: 'Go back',
    },
    done: {
      phone: 'Your phone number is saved.',
      email: 'We emailed a link to your new address. The change takes effect once you open it.',
      resume: 'Your resume is replaced.',
      pick: 'Your interview is booked. We are emailing you an invitation for your calendar.',
      decline: 'We have told the people you would have met.',
      withdraw: 'Your application is withdrawn.',
      'undo-withdraw': 'We are considering your application again.',
      erase:
        'We emailed you a link. Open it within 24 hours to erase everything. Nothing is erased yet.',
      'revoke-consent': 'We no longer keep your application for later openings.',
      'renew-consent': 'We will keep your application longer, for later openings.',
      message: 'Your message is sent.',
      document: 'We have received your file.',
      resend: 'We are emailing you a new link. This one will stop working once you open it.',
    },
    failed: 'Nothing was changed',
    unreadable: "We can't show your application right now",
    invitationGone: {
      title: 'This invitation no longer works',
      text: 'It may have been used already or be too old. You can still apply for any open position.',
    },
    lost: {
      title: 'This link does not work',
      text: 'Check that you copied all of it. A newer link may have replaced it, or the application was erased.',
    },
    links: {
      title: 'Find your application',
      text: "Enter the email address you applied with. We'll email you a link to each of your applications.",
      again: "Enter the email address you applied with, and we'll email you a new link.",
      email: 'Email',
      send: 'Email my link',
      signedOut: 'You have signed out of this page on this device.',
      sentTitle: 'Check your email',
      sent: 'If we have an application from that address, a link is on its way. It may take a few minutes; look in the spam folder too.',
    },
    confirm: {
      email: {
        heading: 'Use this email address?',
        text: 'We will write to {email} about your application for {job}.',
        confirm: 'Confirm email address',
        doneTitle: 'Your email address is confirmed',
        done: 'From now on, we will write to you at the new address.',
      },
      erase: {
        heading: 'Erase everything about your application for {job}?',
        text: 'What you sent, your files and our emails will be deleted for good. This cannot be undone.',
        confirm: 'Erase everything',
        doneTitle: 'Everything is erased',
        done: 'We no longer hold anything about this application. You are welcome to apply again.',
      },
      restore_email: {
        heading: 'Use your earlier email address again?',
        text: 'We will write to {email} about your application for {job} again. Links that others may have will stop working, and we will email you a new one.',
        confirm: 'This wasn’t me',
        doneTitle: 'Your earlier email address is back',
        done: 'We will write to this address again, and have emailed you a new link to your application.',
      },
      lost: {
        title: 'This link no longer works',
        text: 'It may have been used already or be too old. Opening it again changes nothing. You can start again from your application.',
      },
    },
  },
  form: {
    heading: 'Apply for this position',
    labels: {
      first_name: 'First name',
      last_name: 'Last name',
      email: 'Email',
      phone: 'Phone',
      motivation_letter: 'Motivation letter',
      resume: 'Resume',
    },
    optional: '(optional)',
    /** Beside the form: of its required fields. */
    filled: '{n} of {total} filled',
    marking: 'All fields are required unless marked {optional}.',
    /** Where browsers don't say it of a field themselves. */
    required: 'Required',
    yes: 'Yes',
    no: 'No',
    noAnswer: 'No answer',
    errorHeading: 'Application Error',
    attention: {
      one: 'One thing needs your attention: ',
      other: '{n} things need your attention: ',
    },
    letterMinimum: 'At least {min} characters, about {words} words',
    /** Of an optional letter. */
    letterMinimumIfAny: 'If you write one, at least {min} characters, about {words} words',
    letterEmpty: '{length}/{min} characters – about {words} words',
    /** Beside an error that says the rest. */
    letterCount: '{length}/{min} characters',
    letterShort: '{length}/{min} characters – {left} more to go',
    letterEnough: '{length}/{min} characters – long enough',
    letterProgress: 'Over {length} of {min} characters',
    letterReached: '{min} characters reached, long enough',
    editor,
    resumeRules: 'PDF, DOC or DOCX, at most {max} MB',
    resumeAgain: 'Please choose your resume again. PDF, DOC or DOCX, at most {max} MB',
    fileAgain: 'Please choose this file again. PDF, DOC or DOCX, at most {max} MB',
    dropResume: 'Drop your resume or choose a file',
    dropFile: 'Drop a file or choose one',
    oneFile: 'Please drop one file only. If you have several, put them into one PDF.',
    resumeChosen: 'Chosen: {name}, {size}',
    fileKept: '{name}, {size}, kept. Choose another file to replace it',
    keep: 'Keep what I enter and my files on this device for 30 days',
    keepHelp: 'Not recommended on shared devices. Sending the application removes it.',
    clear: 'Clear this form',
    clearAsk:
      'Clear this form? What you typed and chose is removed from this page and this device.',
    cleared: 'Cleared. Nothing is kept on this device.',
    notKept: 'Your browser does not let this page keep anything.',
    /** `{notice}` is a link. */
    readNotice: 'See how we handle your data: {notice}.',
    notice: 'privacy notice (opens in a new tab)',
    keepForLater: 'Keep my application for later openings, until {month}',
    submit: 'Submit Application',
    submitting: 'Submitting...',
    /** Spoken by screen readers. */
    sending: 'Sending your application',
    sent: 'You sent this application.',
    seeSent: 'View your application',
    upload: 'Upload of your application',
    unreachable:
      'The connection to the server was lost. Nothing you typed is lost: check your internet connection, then submit again.',
    /** The page is older than the job's form. */
    changed:
      'The questions of this form have changed. Reload the page to see them: what you typed and chose is kept.',
    /** The page has the form as it is now; what follows was typed. */
    removed:
      'A question was removed from this form while you were writing. Check the form and submit it again. You had answered:',
    failed: 'Failed to submit application. Please check your input and try again.',
    /** Instead of `failed` when a proxy could not reach the site, or takes no forms. */
    notSent: "Sending isn't possible right now. Nothing you typed is lost. Try again in a minute.",
    /** Likewise, when a proxy takes no form of this size. */
    tooLargeToSend:
      "We couldn't send it: your files are too large together. Nothing you typed is lost. Choose smaller files and try again.",
  },
  errors,
  /** Why a request is refused, whatever was typed. `errors` are in the props of every form. */
  server: {
    foreign: 'This form was sent from another website',
    unknownLanguage: 'This site does not have this language. Reload the page and try again.',
    tooManyApplications:
      'Too many applications from your network. Please wait a few minutes and send it again; nothing you typed is lost.',
    tooManyCalendars:
      'Calendars were read too often from your network. Please wait a few minutes and try again.',
    tooManyLinks: 'Too many links requested. Check your email, or try again in a few minutes.',
    tooManyMessages:
      'Too many messages from your network. Please wait a few minutes and send it again; nothing you typed is lost.',
    tooManyFiles:
      'Too many files from your network. Please wait a few minutes, then choose the file and send it again.',
    tooManyVisits:
      'Private pages were opened too often from your network. Please wait a few minutes and try again.',
    tooManySearches:
      'Too many searches from your network. Please wait a few minutes and try again.',
    tooManyUploads: 'Too many people are sending something just now. Please try again in a moment.',
    tooSlow: 'The rest of your request did not arrive in time. Please send it again.',
    busy: 'This site is very busy just now. Please try again in a moment.',
    maintenance: 'The site is being worked on and will be back soon. Please try again later.',
    maintenanceOfForm:
      'The site is being worked on and will be back soon. Nothing you typed is lost: please send it again later.',
    diskFull: 'The disk is full: nothing was stored. Please try again later.',
    filesUnavailable: 'Files cannot be stored or read right now. Please try again.',
    unavailable: 'The service is not available just now. Please try again in a moment.',
  },
  candidate: {
    unknownLink: 'This link does not work. Ask for a new one with your email address.',
    unknownRequest: 'This link has expired or was used already.',
    changedMeanwhile:
      'Your application has changed in the meantime. Please look at it and try again.',
    undoTooLate: 'The withdrawal can no longer be undone. Please write to us.',
    notRenewable:
      'We can no longer keep this application for later openings. Please apply again when one suits you.',
    resumeDecided: 'You have our decision, so the resume can no longer be replaced.',
    resumeWithdrawn:
      'You have withdrawn this application, so the resume can no longer be replaced.',
    eraseOnHold: "This application can't be erased now: {site} must keep it for legal reasons.",
    resumeOnHold:
      "The resume can't be replaced now: {site} must keep this application as it is for legal reasons.",
    onHoldContact: 'Please write to {contact}.',
    messageRequired: 'Please write a message.',
    tooManyMessages:
      'You have sent as many messages as we can take in one day. Please send this one tomorrow, or write to us by email.',
    tooManyFiles:
      'You have sent as many files and messages as we can take in one day. Please send this file tomorrow, or by email.',
    /** Messages about files that staff ask for. */
    documentAsked: 'Please send: {name}',
    documentAskedBy: 'Please send by {due}: {name}',
    documentSent: 'Sent: {name}',
    unknownDocument: 'There is no such request. Reload the page to see what is asked for.',
    filesNotScanned:
      'Your files are still being checked for viruses. Please try again in a minute.',
    fileLeftOut:
      'This file is left out: our virus scanner found something in it, or could not check it.',
    documentRequired: 'Please choose a file.',
    pictureType: 'Please choose a picture: JPEG, PNG or WebP.',
    pictureUnreadable:
      'This picture can’t be read. Please save it again as JPEG or PNG, with at most 30 megapixels, and choose that file.',
    documentWithdrawn: 'You have withdrawn this application, so no more files can be sent.',
    documentEnded: 'This job has ended, so no more files are needed.',
    resumeEnded: 'This job has ended, so the resume can no longer be replaced.',
    documentOnHold:
      "This file can't be replaced now: {site} must keep this application as it is for legal reasons.",
    unknownInterview: 'There is no such interview. Reload the page to see what is proposed.',
    interviewEnded: 'This interview has been canceled, so nothing can be chosen any more.',
    interviewDeclined:
      'You have told us that none of the times fits. We will propose others; please wait for our email.',
    interviewBooked: 'You have already chosen a time. Cancel it first if you can’t come.',
    interviewOver: 'This interview has already begun, so it can no longer be canceled here.',
    timeNotProposed: 'This time is not among those we propose now. Please choose another.',
    timeTaken:
      'This time has been taken in the meantime. Please choose another, or ask us for other times.',
    timePassed: 'This time has passed. Please choose another, or ask us for other times.',
    tooManyMails:
      'We have sent you several emails today. Please look for them, also in your spam folder, or try again tomorrow.',
  },
  mail: {
    receipt: {
      subject: 'Your application to {site}: {job} ({reference})',
      heading: 'Thank you for applying',
      greeting: 'Dear {name},',
      greetingWithoutName: 'Hello,',
      received: "We've received your application for “{job}” at {site}.",
      job: 'Position',
      date: 'Received',
      reference: 'Reference',
      link: 'See your application',
      answers: 'Your answers',
      /** Instead of the name of a file that answers a question. */
      oneFile: '1 file',
      noNeedToAct: "You don't need to do anything until then.",
      reply: 'Need to add or correct something? Just reply to this email.',
      footer:
        "You're receiving this because someone applied to {site} with this email address. If it wasn't you, ignore this email.",
    },
    link: {
      subject: 'The link to your application: {job} ({reference})',
      heading: 'The link to your application',
      why: 'Someone asked for a new link to your application for “{job}” at {site}. Once you open it, earlier links stop working.',
      link: 'See your application',
      footer:
        "You're receiving this because you applied to {site} with this email address. If you didn't ask for the link, you can ignore this email.",
    },
    /** Several applications of one address. */
    links: {
      subject: 'The links to your applications at {site}',
      heading: 'The links to your applications',
      why: 'Someone asked for new links to your applications at {site}. Once you open one, earlier links to the same application stop working.',
      one: '{job} ({reference})',
      footer:
        "You're receiving this because you applied to {site} with this email address. If you didn't ask for the links, you can ignore this email.",
    },
    earlier: {
      subject: 'You have applied for this position before: {job} ({reference})',
      heading: 'You have applied before',
      why: 'Someone just applied for “{job}” at {site} with this email address, from which we already have an application. Both count, and nothing about the first one has changed. You can look at it, change it or withdraw it here:',
      link: 'See your first application',
      footer:
        "You're receiving this because someone applied to {site} with this email address. If it wasn't you, ignore this email.",
    },
    /** Also true of those who will not be told a decision. */
    stillReading: {
      subject: 'No decision has been announced yet: {job}',
      heading: 'No decision has been announced yet',
      why: 'We aimed to answer your application for {job} by now. No decision has been announced yet.',
      link: 'See your application',
      footer: "You're receiving this because you applied to {site} (reference {reference}).",
    },
    message: {
      subject: 'You have a message about your application for {job}',
      heading: 'You have a message',
      why: '{site} wrote to you about your application for {job}. You can read and answer it on your private page.',
      /** In place of `why`, above the message itself. */
      withText: '{site} wrote to you about your application for {job}:',
      link: 'Read and answer',
      footer: "You're receiving this because you applied to {site} (reference {reference}).",
    },
    jobInvitation: {
      subject: 'An invitation to apply: {job}',
      heading: 'You are invited to apply',
      why: '{site} has an open position that may suit you: {job}. The form already has your name and contact details. Nothing is sent until you send it, and the link works for 30 days.',
      link: 'See the position and apply',
      footer: "You're receiving this because you applied to {site} (reference {reference}).",
    },
    /** An address confirms that it wants new positions. */
    alertConfirm: {
      subject: 'Please confirm: new positions at {site} by email',
      heading: 'Get new positions by email?',
      why: 'Someone asked us to email new positions at {site} to this address: {filter}. Confirm within 7 days, and the emails begin.',
      link: 'Confirm',
      footer:
        "If it wasn't you, ignore this email. No more will come, and we delete your address after 7 days.",
    },
    /** Once a year. */
    alertRenew: {
      subject: 'Do you still want new positions at {site} by email?',
      heading: 'Do you still want these emails?',
      why: 'You asked us to email you new positions at {site}: {filter}. If you want to keep getting them, confirm by {date}. Otherwise the emails end, and we delete your address.',
      link: 'Keep the emails',
      footer: "You're receiving this because you asked {site} to email you new positions.",
    },
    alert: {
      subject: { one: '{n} new position at {site}', other: '{n} new positions at {site}' },
      heading: { one: '{n} new position', other: '{n} new positions' },
      why: 'New since our last email, for: {filter}.',
      more: { one: 'See {n} more position', other: 'See {n} more positions' },
      list: 'See all positions',
      leave: 'Change or end these emails',
      footer: "You're receiving this because you asked {site} to email you new positions.",
    },
    keepRenewal: {
      subject: 'May we keep your application for longer? {job}',
      heading: 'May we keep your application for longer?',
      why: 'You agreed that {site} may keep your application for {job} for later openings until {month}. If you still want that, you can renew it until {renewed}. If you do nothing, it ends by itself.',
      link: 'Renew it or let it end',
      footer: "You're receiving this because you applied to {site} (reference {reference}).",
    },
    /** For several applications of one person; each has its link. */
    keepRenewals: {
      subject: 'May we keep your applications to {site} for longer?',
      heading: 'May we keep your applications for longer?',
      why: 'You agreed that {site} may keep these applications for later openings until {month}. If you still want that, you can renew it until {renewed}, for each on its own page. What you do not renew ends by itself.',
      footer: "You're receiving this because you applied to {site} with this email address.",
    },
    interview: {
      proposed: {
        subject: 'Choose a time for your interview: {job}',
        heading: 'Choose a time for your interview',
        why: 'We would like to talk with you about your application for “{job}”. Please choose one of these times on your private page, or tell us there that none of them fits.',
        /** In place of `why`, where no link to the private page is sent. */
        byReply:
          'We would like to talk with you about your application for “{job}”. Please reply to this email with the time that suits you, or tell us that none of them does.',
        link: 'Choose a time',
      },
      changed: {
        subject: 'Our proposal for your interview has changed: {job}',
        heading: 'Our proposal has changed',
        why: 'We have changed what we proposed for the interview about “{job}”: {changed}. Please choose one of these times on your private page, or tell us there that none of them fits.',
        byReply:
          'We have changed what we proposed for the interview about “{job}”: {changed}. Please reply to this email with the time that suits you, or tell us that none of them does.',
        link: 'Choose a time',
      },
      booked: {
        subject: 'Your interview is booked: {job}',
        heading: 'Your interview is booked',
        why: 'Thank you for choosing a time. We look forward to talking with you about “{job}”. The attached file adds the interview to your calendar.',
        link: 'See or cancel the interview',
      },
      updated: {
        subject: 'Your interview has changed: {job}',
        heading: 'Your interview has changed',
        why: 'We have changed something about your interview for “{job}”: {changed}. This is how it is now; the attached file updates your calendar.',
        link: 'See or cancel the interview',
      },
      canceled: {
        subject: 'Your interview is canceled: {job}',
        heading: 'Your interview is canceled',
        why: 'This interview for “{job}” will not take place.',
      },
      canceledByCandidate: {
        subject: 'You canceled your interview: {job}',
        heading: 'You canceled your interview',
        why: 'As you asked, this interview for “{job}” will not take place.',
      },
      withdrawn: {
        subject: 'No interview for now: {job}',
        heading: 'The interview will not take place',
        why: 'The interview that we proposed about “{job}” will not take place, so there is no time to choose any more. There is nothing you need to do.',
      },
      reminder: {
        subject: 'Your interview is soon: {job}',
        heading: 'Your interview is soon',
        why: 'This is a reminder of your interview for “{job}”.',
        link: 'See or cancel the interview',
      },
      /** What `{changed}` lists. */
      parts: {
        times: 'the times',
        length: 'the length',
        place: 'the place',
        people: 'who you will talk with',
      },
      /** Of the event in a calendar. */
      event: 'Interview: {job}, {site}',
      when: 'When',
      zone: 'Times are those of {zone}.',
      ownZone: 'Your private page also shows them in your own time zone.',
      length: 'Length',
      minutes: { one: '{n} minute', other: '{n} minutes' },
      place: 'Where',
      people: 'With',
      footer: "You're receiving this because you applied to {site}.",
    },
    confirmEmail: {
      subject: 'Confirm your email address for {site}',
      heading: 'Confirm your email address',
      why: 'Someone asked us to use this address for an application for “{job}” at {site}. Confirm it within 24 hours and we will write to you here.',
      link: 'Confirm this address',
      footer: "If it wasn't you, ignore this email and nothing changes.",
    },
    confirmErase: {
      subject: 'Confirm that your application is to be erased ({reference})',
      heading: 'Erase your application?',
      why: 'Someone asked {site} to erase your application for “{job}”: your details, letter, answers, files and emails. This cannot be undone. Confirm it within 24 hours:',
      link: 'Erase my application',
      footer: "If it wasn't you, ignore this email and nothing is erased.",
    },
    emailChanged: {
      subject: 'The email address of your application was changed ({reference})',
      heading: 'Your email address was changed',
      why: 'The email address of your application for “{job}” at {site} was changed. Emails about it no longer come to this address. If it wasn’t you, take it back within three days: emails come here again, and all links to your application stop working but a new one that we send here.',
      link: 'This wasn’t me',
      footer: 'If it was you, there is nothing to do.',
    },
    emailChangedByStaff: {
      subject: 'The email address of your application was changed ({reference})',
      heading: 'Your email address was changed',
      why: 'We changed the email address of your application for “{job}” at {site}. Emails about it no longer come to this address, and links to your application no longer work.',
      footer: "If you didn't ask for it, reply to this email at once.",
    },
    answer: {
      link: 'See your application',
      footer: "You're receiving this because you applied to {site}.",
    },
  },
}
