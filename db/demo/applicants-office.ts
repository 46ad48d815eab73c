import type { Applicant } from './applicant.ts'

/** For the office, the manuals and the boat. */
export const officeApplicants: Applicant[] = [
  {
    job_id: 3,
    first_name: 'João',
    last_name: 'Simões',
    email: 'joao.simoes@example.com',
    phone: '+353 20 915 0156',
    status: 'selected',
    applied: 30.25,
    reviewed: 15.37,
    notes: `<p><strong>Signed.</strong> Twenty hours, Monday to Thursday mornings. Nuala has met him twice and says that she can now retire with a clear conscience.</p><p>Position set to inactive. Tell the two others who asked by e-mail.</p>`,
    letter: `
      Dear Ms Marchetti,

      I have kept the books of a shipyard in Setúbal for seven years, and since 2022 those of a
      co-operative of organic farmers near Port Ellery. The shipyard exported to four continents; the
      farmers sell at the Saturday market and keep their receipts in jam jars. In both places every cent
      could be found in the end.

      Twenty hours would suit me well, because our twins start school in the autumn and somebody has to
      be there at two. I know the accounting package that you use, and I have done the wages of forty
      people before, including the month in which the rules changed retroactively.

      What drew me to your advertisement is the sentence about VAT never being dull. I have waited a long
      time for somebody else to say it.`,
    resume_name: 'João Simões – CV.pdf',
    resume: `
      Experience
      2022 to now: book-keeper, co-operative of organic farmers, Port Ellery (part-time)
      2015 to 2022: accountant, shipyard in Setúbal: exports, payroll, annual accounts
      2012 to 2015: assistant, tax adviser, Évora

      Education
      Licenciatura in accounting, Setúbal, 2012; Irish payroll certificate, 2022

      Languages
      Portuguese, English, Spanish, and some Irish from the twins`,
  },
  {
    job_id: 5,
    first_name: 'Ελένη',
    last_name: 'Παπαδοπούλου',
    email: 'eleni.pap@example.com',
    phone: '+30 210 055 0171',
    status: 'shortlisted',
    applied: 18.77,
    reviewed: 14.52,
    notes: `<p>Knows two of our suppliers in person. Asked which part worries us most; it is the pressure cell, and she named a possible second source from memory. Invite.</p>`,
    letter: `
      Dear Brackwater team,

      in my years as a buyer I have bought almost everything that is small and has legs. Since
      2019 I have worked for a maker of ship's lights in Piraeus: two thousand different parts, quantities
      that make large distributors yawn, and products which stay at sea for twenty years while the parts
      in them are made for four.

      During the great shortage we stopped production for three days in total. Other companies in our
      street stopped for months. It was no magic. I had a list of forty parts for which I did not like the
      way things were going, I had bought those early, and I had an owner who believed me.

      I would like to move north for a while, for private reasons whose name is Declan. English, Greek
      and Italian I speak on the telephone; German I can write if nobody hurries me.`,
    resume_name: 'Βιογραφικό_Παπαδοπούλου_EN.docx',
    resume: `
      Εμπειρία / Experience
      2019 to now: senior buyer, maker of ship's lights, Piraeus
      Second sources for 85 % of critical parts; three days of standstill from 2020 to 2023
      2015 to 2019: purchasing assistant, distributor of electronic components, Thessaloniki

      Εκπαίδευση / Education
      Business administration, University of Macedonia, 2015

      Languages
      Ελληνικά, English C1, italiano C1, Deutsch B1`,
  },
  {
    job_id: 8,
    first_name: 'María de los Ángeles Guadalupe',
    last_name: 'Fernández-Villaverde y Ruiz de Apodaca de la Torre-Etxeberria',
    email: 'maria.de.los.angeles.fernandez-villaverde.y.ruiz.de.apodaca@translations.example.com',
    phone: '+34 955 050 01 23 (after 16:00)',
    status: 'pending',
    applied: 6.48,
    letter: `
      Dear Rita Marchetti,

      please call me Lupe. The name above fits on no form, and in more than twenty years of translating forms I
      have become used to it.

      I translate manuals from English and French into Spanish: milking machines, cranes, and for a long
      time the control desks of locks on two canals. I insist on touching whatever I translate. A
      manufacturer of chain saws has forbidden it to me, and you can tell when you read that manual.

      Your 214 error messages interest me more than I can explain. I once brought a maker of
      coffee machines from ninety down to twenty-five. The method is simple: for each message, write down
      what the person should do next. If two messages have the same answer, they are one. If there is no
      answer, then the machine should deal with it by itself.

      I would work from Seville, and come to you for the first weeks to build the instruments.`,
    resume_name:
      'Curriculum vitae de María de los Ángeles Guadalupe Fernández-Villaverde (traductora técnica).pdf',
    resume: `
      Experiencia / Experience
      2004 to now: freelance technical translator, English and French into Spanish, Seville
      Cranes, milking machines, canal locks, medical pumps; about 1,400 manuals
      2001 to 2004: terminologist, European Parliament, Luxembourg

      Formación / Education
      Translation and interpreting, University of Granada, 2001
      Certificate in plain language, 2011

      Languages
      Spanish and French (both from home), English, Basque (reading)`,
  },
  {
    job_id: 8,
    first_name: 'Jean-Baptiste',
    last_name: 'Lefèvre',
    email: 'jb.lefevre@example.net',
    phone: null,
    status: 'pending',
    applied: 4.14,
    notes: `<p>Heard of us from the harbour master in Brest. Writing sample asked for and received: the page about changing a battery is the best one that I have seen. Uma, could you read it as somebody who has never changed one?</p>`,
    letter: `
      Madame, Monsieur,

      I am a marine electrician who began to write because the manuals on board were so bad. For a
      ferry company in Brest I wrote a small booklet, with drawings, about what to do when the
      alarm panel lights up. It was meant for our crew; today it hangs on nineteen ships, in four
      languages, and the insurer has asked for it.

      Since then I have written manuals for three companies, always in the same way: I do the thing with
      my hands, I write it down, I give it to somebody who has never done it, and I keep silent while
      they try. The silence is the difficult part.

      French is my language, English my working language, and my Spanish is that of a person who has
      spent four winters in Vigo: quick and full of ships. For the fine points I would need the reader
      that you mention.`,
    resume_name: 'CV-Lefèvre-2.pdf',
    resume: `
      Expérience / Experience
      2017 to now: technical author, self-employed, Brest; winches, bilge alarms, boat heating
      2008 to 2017: marine electrician, ferry company, Brest
      2004 to 2008: electrician, naval yard, Lorient

      Formation / Education
      CAP électricien de marine, Lorient, 2004; course in information design, 2018

      Langues / Languages
      Français, English C1, español B2, brezhoneg`,
  },
  {
    job_id: 9,
    first_name: '美咲',
    last_name: '山本',
    email: 'misaki.yamamoto@example.edu',
    phone: '+81 3 0555 0126',
    status: 'pending',
    applied: 2.86,
    letter: `
      Dear members of Brackwater Instruments,

      my name is Misaki Yamamoto. I am in the first year of the master's course in coastal engineering in
      Hiroshima. For my bachelor's thesis I compared two wave buoys near an oyster farm, and I found that
      the small one was too low by about eight per cent when the waves were short and steep. I wrote that
      the mooring is probably the cause. I am no longer sure of it, and I have thought about it for one
      year.

      Therefore I was very surprised to read that your question of this summer is the same. I would like
      to test two ideas: the buoy follows the water too slowly, or it is pulled under by its line at the
      crest. The accelerometer should be able to tell one from the other.

      I program in Python, I swim well, and I do not get seasick until about two metres.`,
    resume_name: '履歴書_山本美咲.docx',
    resume: `
      学歴 / Education
      Hiroshima: master's course in coastal engineering, since last spring
      Hiroshima: bachelor of engineering; thesis on wave buoys in a sheltered bay

      経験 / Experience
      Two summers as an assistant on a research boat in the Seto Inland Sea (moorings, CTD)
      Tutor for mathematics

      Skills
      Python, MATLAB, some Fortran. 日本語, English (TOEIC 905). Small boat licence, second class`,
  },
  {
    job_id: 9,
    first_name: 'Li',
    last_name: 'Ng',
    email: 'ling@example.edu',
    phone: '+65 5550 1019',
    status: 'pending',
    applied: 0.34,
    letter: `
      Dear Colm and everybody,

      I study physics in Singapore, in my third year, and I build sensors for a student team that sails a
      small boat without people across the strait. It has been run over by a tanker once. We measured the
      bow wave very precisely until then.

      In that project I wrote the program which turns accelerations into wave heights, so I have met your
      question from the inside: whoever integrates twice, and filters to keep the drift away, also filters
      away some of the sea. I would like to find out how much of your missing wave height is in the water
      and how much of it is in the filter. Three buoys and a reference are exactly what we never had.

      From June to the end of August I am free. I get seasick on buses but, strangely, not on boats.`,
    resume_name: 'Li_Ng_resume.pdf',
    resume: `
      Education
      BSc physics, National University of Singapore, third year; expected to finish next year

      Projects
      Sensors and wave analysis for an autonomous sailing boat, student team, since the first year
      Tide gauge made from a parking sensor, school prize

      Skills
      Python, C on microcontrollers, soldering, sailing
      English, Mandarin, Hokkien`,
  },
]
