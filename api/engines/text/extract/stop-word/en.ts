export const stopWords = `
a able about above actually after again against ago ah aha alright all almost along already also although always am among an and another any anybody anyone anything
anyway are aren't around as ask asked at away back basically be because been before being below best better between big bit both but by bye came can can't
cannot come comes coming could couldn't day days did didn't do does doesn't doing don't done down during each either else em enough er erm even ever every
everybody everyone everything exactly fair few fine first for from further get gets getting give given gives go goes going gone gonna good got gotta great
guess guys had hadn't has hasn't have haven't having he he'd he'll he's hello her here here's hers herself hey hi him himself his hm hmm how how's however huh i
i'd i'll i'm i've if in indeed instead into is isn't it it'd it'll it's its itself just keep kind kinda know knows last least less let let's like likely little long look
looked looking looks lot lots made make makes making many may maybe me mean means mhm might mine mm more morning most much must mustn't my myself need needs
never new next nice no nobody none nope nor not nothing now of off oh okay ok on once one ones only onto or other others otherwise ought our ours
ourselves out over own per perhaps please point points pretty probably put question quite rather really right said same saw say saying says second see seen seems set shall shan't
she she'd she'll she's should shouldn't since so some somebody somehow someone something sometimes somewhere soon sorry sort stuff such sure take takes taken talk
tell than thank thanks that that'd that'll that's the their theirs them themselves then there there's these they they'd they'll they're they've thing things think
thinking this those though thought three through till time times to today together told tomorrow too totally took toward true try trying two uh uhm um under until up
upon us use used using very wanna want wanted wants was wasn't way we we'd we'll we're we've well went were weren't what what's whatever when when's where
where's whether which while who who's whom whose why will with within without won't word would wouldn't yeah year years yep yes yesterday yet you you'd you'll
you're you've your yours yourself yourselves obviously literally essentially hopefully definitely absolutely honestly course cool mr mrs ms dr
four five six seven eight nine ten everyone's folks happen happened happens
pounds pound dollars euros francs percent thousand hundred million hour hours minute minutes week weeks month months january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday lovely fine
`;

/** Hesitations, which are removed from quotations. */
export const fillers = `
uh
uhm
um
er
erm
hm
hmm
mhm
you know
`;
