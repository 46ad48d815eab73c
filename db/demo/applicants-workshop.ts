import type { Applicant } from './applicant.ts'

/** For the calibration cellar, the van and the workshop. */
export const workshopApplicants: Applicant[] = [
  {
    job_id: 1,
    first_name: 'Søren',
    last_name: 'Kjærgaard',
    email: 'soren.kjaergaard@example.com',
    phone: '+45 05 55 12 34',
    status: 'selected',
    applied: 38.42,
    reviewed: 24.21,
    notes: `<p><strong>Starts on the first of next month.</strong></p><p>Dervla gave him a probe with a known fault and did not say so. He found it in twenty minutes, wrote down how sure he was, and then asked whether we had done it on purpose.</p><ul><li>Contract signed and filed</li><li>Needs a flat for two, with a cat</li></ul>`,
    letter: `
      Dear Brackwater,

      since 2016 I have calibrated pressure sensors in a laboratory that makes them for hospitals.
      I do about fifty a week. What I like about it is the moment when a curve that should be straight
      turns out not to be, because then the day begins.

      My wife comes from Port Ellery and we are moving there in the autumn, tank or no tank. I would of
      course prefer it with a tank. I have not worked with salinity before, but I have read your
      published note on conductivity cells, and I believe there is a misprint in equation 7.

      I can start as soon as my present laboratory has found somebody for my bench, which I expect to
      take six weeks. Attached you find my resume with the certificates that I hold.`,
    resume_name: 'Kjærgaard CV.pdf',
    resume: `
      Work
      2016 to now: calibration technician, a maker of medical pressure sensors in Odense
      Fifty instruments a week, uncertainty budgets, two accreditation audits without findings
      2011 to 2016: laboratory assistant, University of Southern Denmark, fluid mechanics

      Training
      Laboratory technician, Odense, 2011
      Course on measurement uncertainty (GUM), 2018; internal auditor ISO/IEC 17025, 2021

      Languages
      Danish, English (good), German (enough for manuals)`,
  },
  {
    job_id: 1,
    first_name: 'Łukasz',
    last_name: 'Wiśniewski',
    email: 'l.wisniewski@example.net',
    phone: '+48 58 055 01 23',
    status: 'rejected',
    applied: 35.18,
    reviewed: 30.44,
    notes: `<p>Very good electronics, but he would like to design circuits, and says so honestly. Wrote to him that there may be a place upstairs next year, and that I would remind him.</p>`,
    letter: `
      Dear Sir or Madam,

      I am an electronics technician with long experience in the repair of measuring
      equipment: oscilloscopes, power supplies, network analysers. In my present job I repair the
      devices, and another department calibrates them afterwards. I have always wished to do both,
      because the person who has repaired a thing knows best what to doubt about it.

      I read in your advertisement that you look for the reason when a batch drifts. This is the part
      which interests me most. In the long term I would like to move in the direction of circuit
      design, for which I am studying in the evenings, and I prefer to tell you this now.

      I live in Gdynia and could move within two months. My English is better in speech than in
      letters.`,
    resume_name: 'Łukasz_Wiśniewski_CV_EN.docx',
    resume: `
      Experience
      2014 to now: service technician for laboratory measuring equipment, Gdynia
      2012 to 2014: assembly and test of marine radios, Gdańsk

      Education
      Technikum Łączności, Gdańsk: electronics technician, 2012
      Evening studies in electronic engineering, third year

      Skills
      Soldering to 0201, fault finding without a schematic, SPICE, KiCad
      Polish (first language), English B2, Kashubian with my grandmother`,
  },
  {
    job_id: 2,
    first_name: 'Aoife',
    last_name: 'Ní Dhomhnaill',
    email: 'aoife.nid@example.com',
    phone: '+353 20 915 0142',
    status: 'shortlisted',
    applied: 31.66,
    reviewed: 27.12,
    notes: `<p>Telephone call on Tuesday, 40 minutes. Calm, quick, funny. Asked <em>us</em> about our rule for working in pairs before we could mention it.</p><p>To do:</p><ul><li>day on the river with Colm</li><li>copy of the rope access certificate</li></ul>`,
    letter: `
      Hello,

      Since 2019 I have been repairing lifts, which is a job where you work at height, alone, for
      people who are annoyed before you arrive. I am good at it and I am looking for a reason to be
      outdoors.

      The reason might be yours. I grew up on the Owenbeg, two fields from your gauge at the footbridge,
      and as a child I was told off by one of your engineers for sitting on it. I have since learned
      what it does. My father has its water level on his telephone and reads it out at breakfast.

      I hold rope access level 1, a driving licence with trailer, and an electrical trade certificate.
      I have not had swift-water training and would gladly take you up on it. My employer knows that I
      am looking and will give me a reference.`,
    resume_name: 'aoife-ni-dhomhnaill.pdf',
    resume: `
      Employment
      2019 to now: lift service engineer, 140 installations in three counties
      2015 to 2019: electrical apprentice, then electrician, with a builder of dairy plants

      Certificates
      Electrical trade certificate, 2018; rope access level 1, 2022; first aid, renewed this year
      Driving licence B and BE

      Other
      Irish and English. Coxswain of the rowing club. Not afraid of herons.`,
  },
  {
    job_id: 2,
    first_name: 'Chidinma',
    last_name: 'Okonkwo-Adeyemi',
    email: 'chidinma.oa@example.org',
    phone: '+44 1632 960 188',
    status: 'rejected',
    applied: 29.87,
    reviewed: 26.71,
    notes: `<p>Would have liked to hire her for something else: she has run whole monitoring networks, and this is one van. She agreed when we talked about it. Asked permission to keep her details until the new year; she said yes, in writing.</p>`,
    letter: `
      Dear hiring team,

      since 2017 I have looked after hydrometric networks, first for a river basin authority
      in Nigeria and since 2020 for a water company in the north of England. Two hundred stations, nine
      technicians, and one budget that was never large enough. About sixty of those stations carry your
      instruments, so I know them from the side on which they are paid for.

      I am applying for a position with less responsibility than I have now, and you may wonder why. I
      miss the rivers. I spend my days in meetings about gauges and have not held one in a year. I would
      be happy to drive your van, and I suspect that I could also save you some mistakes in planning the
      routes.

      I would be glad to talk, whatever you decide.`,
    resume_name: 'CV Chidinma Okonkwo-Adeyemi.pdf',
    resume: `
      Experience
      2020 to now: hydrometry manager, a water company in the north of England
      200 stations, team of nine, change from chart recorders to telemetry completed in 2023
      2017 to 2020: senior hydrologist, river basin authority, Makurdi
      Ran the rating programme on the Benue during the floods of 2018

      Education
      MSc Water Resources Engineering, Newcastle, 2016
      BEng Civil Engineering, Nsukka, 2012

      Languages
      Igbo, English, some Hausa`,
  },
  {
    job_id: 6,
    first_name: 'Eoin',
    last_name: "O'Sullivan",
    email: 'eoinosull@example.com',
    phone: '020 915 0177',
    status: 'pending',
    applied: 12.09,
    letter: `
      Hi, I am nineteen and I finished school last year with a middling result, except for woodwork and
      physics, which were good. Since then I have worked at the fish auction from four in the morning
      until ten. I am used to being cold and I am always on time because the fish is.

      I have walked past your door every day for a year on the way home, and I like looking at what is
      standing on the benches. In the spring somebody let me hold a buoy. I repair bicycles and
      outboard motors for people, and I built a boat with my uncle, which floats.

      I don't know exactly what you build but I would like to. Your advertisement says that two of your
      engineers began with sweeping. I can sweep. Any Monday is fine with me.`,
    resume_name: 'my cv (final) 2.pdf',
    resume: `
      Work
      Last year to now: Port Ellery fish auction, sorting and washing down
      Summers before that: ice cream van, lobster pots, painting fences

      School
      Leaving certificate, Port Ellery community school. Best subjects: woodwork, physics

      Things I can do
      Repair bicycles and outboard motors, TIG weld a little, drive a forklift (licence)
      Swim. Get up early.`,
  },
]
