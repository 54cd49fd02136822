import type { Cue } from './cue.ts';
import { englishDecisions } from './en-decisions.ts';
import { englishTasks } from './en-tasks.ts';

const work =
  'send|draft|write|check|prepare|organise|organize|arrange|book|call|ring|phone|email|mail|contact|ask|order|update|fix|review|confirm|forward|share|schedule|set|put|bring|get|find|look|talk|speak|chase|follow|submit|file|raise|print|circulate|collect|pick|test|verify|finish|complete|create|make|do|take|handle|sort|cover|let|inform|tell|notify|invite|clean|replace|repair|install|buy|pay|sign|read|count|draw|compile|gather|research|investigate|reply|respond|report|document|translate|remove|delete|add|change|move|run|host|present|show|give|drop|hand|pass|pull|work|go|come|have|measure|start|stop|keep|avoid|rest|cancel|extend|register|post|upload|deliver|ship|dig|explain|propose|clear|close|open|try|see|reach|meet|switch|increase|reduce';

export const english: Cue = {
  fragments: {
    mental:
      'want|hear|see|tell|say|describe|explain|remind|repeat|show|bend|lift|still|actually|walk|feel|live|not|remember|think|have|like|mind|sleep|be|believe|imagine|understand|know|ever|rather|agree|afford|really|even|do without|help|always|never|just|also|then|please|maybe|probably|miss|love|need|get used|wait|eat|drink|only|stand|manage|taste|smell|guess',
    idle: 'have|had|know|knew|think|thought|need|want|like|see|saw|hear|heard|talk|talked|live|lived|guess|hope|mean|meant|wait|waited|believe|feel|felt|understand|remember|say|said|met|lost|got|get|found|came|went|used|spoke|tried|told|asked|look|looking|discuss|move on|begin|talking|waiting|looking|thinking|hoping|trying|running|losing|getting|always|usually|never|still|really|actually|already|probably|agree|work|worked|wonder|start with|doing|having|sorry|wrong|right|late|short|full|fine|ready|sure|happy|glad|done|lucky|behind',
    modal:
      "can|can't|could|couldn't|should|shouldn't|would|wouldn't|may|might|must|ought|did|didn't|don't|do|haven't|hadn't|was|were|are|aren't|weren't|won't|was|be|been|as|who|that",
    work,
    months:
      'january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|aug|sept|oct|nov|dec',
    sureMonths: 'january|february|march|april|june|july|august|september|october|november|december',
    days: 'monday|tuesday|wednesday|thursday|friday|saturday|sunday|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays',
    number:
      '#+|a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|a couple of|a few|few',
    hour: '#{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve',
    ordinal:
      '#{1,2}(st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|twenty( |-)(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|thirtieth|thirty( |-)first',
    late: 'eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|twenty( |-)(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|thirtieth|thirty( |-)first|#{1,2}(st|nd|rd|th)',
    part: 'morning|afternoon|evening|night|lunchtime|noon|lunch',
    name: "\\p{L}[\\p{L}'-]+",
  },
  articles: 'the a an our your their my his her its this these those no some any of for about',
  abbreviations: 'mr mrs ms dr prof st vs etc e.g i.e approx no dept inc ltd jr sr a.m p.m',
  cutsBefore: 'and|but|so|because|then|or|which|anyway|although',
  dates: `
    (on |by |from |until |till |the |before |after |since )*({days} )?(the )?{ordinal} (of )?{months}( ####)?
    (on |by |from |until |the |before |after |since )*({days} )?(the )?#{1,2} (of )?{months}( ####)?
    (on |by |from |until |before |after |since )*{sureMonths} (the )?({ordinal}|#{1,2}|{number})( ####)?
    (on |by |from |until |till |before |after |since )*{days} (the )?({ordinal}|#{1,2})( of {months})?
    (the week of|the week after|week commencing|the week beginning) (the )?({ordinal}|{days}|#{1,2})( of {months})?
    (on|by|from|until|till|before|after|since|to|for) the {late}
    (from )?the ({ordinal}) (to|till|until) the ({ordinal})( of {months})?
    the {late}
    (on |by |from |until |till |before |after |since |every |next |last |this |early |late |for |the following |end of )*{days}( week)?( {part})?
    (in |by |from |until |before |since |end of |mid |mid-|early |late |next |last |this |the end of |the start of |the beginning of |beginning of |until the end of )*{sureMonths}( ####)?
    (in|by|until|since|last|next|this|early|late) (may|mid-may)( ####)?
    (by |until |at |before |since |from |towards )?(the )?(end|start|beginning|middle) of (the |this |next |last )*(week|month|year|quarter|term|day|{months}|summer|winter|spring|autumn)( tomorrow)?
    (by |until |from |since |before |end of |in |at )?(next|last|this|the following|the coming) (week|month|year|quarter|term|weekend|spring|summer|autumn|fall|winter|{part}|semester|christmas|easter|season)( but one)?
    (by |until |from |before )?(end of day )?(the day after tomorrow|the day before yesterday|tomorrow|yesterday)( {part})?( at {hour})?
    (tonight|last night)
    (in |within |about )?({number})( or {number}| to {number})?( more)? (day|days|week|weeks|month|months|year|years|hour|hours|fortnight|minutes)(' time| ago| from now| back| before)
    (in|within) ({number})( or {number}| to {number})? (day|days|week|weeks|month|months|year|years|hours|hour|minutes)
    in (half an hour|a fortnight)
    (in|since|from|until|by|back in|of|year) (19|20)##
    (around|about|at|by|before|after|until|till|over|since) (christmas|easter|new year|half term|halloween)
    (at |by |before |after |around |about |from |until |till |to |since |between )*#{1,2}([.:]##)? ?(am|pm|a.m.|p.m.|a.m|p.m|o'clock)
    (at |by |before |after |around |about |from |until |till |since |the )*{hour} (thirty |fifteen |forty-five )?(am|pm|o'clock|a m|p m)( sharp)?
    (at |by |before |after |around |about |from |until |till |since )*(a )?(half past|quarter past|quarter to|half|(five|ten|twenty|twenty-five) (past|to)) {hour}( in the {part})?
    (at|by|before|after|around|about|until|till|from) {hour}( (thirty|fifteen|forty-five|fifteen))?( in the {part})?( sharp)?
    #{1,2}:##
    (at |by |before |around |until |after )(noon|midnight|lunchtime|midday|lunch)
    (in|by) the (morning|afternoon|evening)
    (first|last) thing( {days}| tomorrow| in the morning)?
    (q1|q2|q3|q4|(first|second|third|fourth) quarter)( ####)?
    (over|at|by|before|after|until) the( long)? weekend
    close of business( {days}| tomorrow)?
    end of play( {days}| tomorrow)?
    summer ####
    (that|the same) (night|evening|morning|afternoon|day|week)
    (after|before) the (meeting|visit|session|break|round|shift)
  `,
  notDates: `
    good (morning|evening|afternoon|night)
    (at|by|after|for|about|around|from|before|until) {hour} (percent|pounds|people|of|minutes|hundred|thousand|dollars|weeks|days|per|families|hours|months|years|degrees|milligrams|or|times|votes|things|more|point)
    the second (one|time|thing|counter|serving|option|point|half|person)
    (may|march) (i|we|you)
    (at|about) one (point|time|stage|of)
    morning (everyone|all|everybody)
  `,
  dateLinks: 'at|on|the|from|by|to|until|around|about|in|and|of|between|till|or',
  past: `
    (last|yesterday|ago|since|back|every)
    the day before yesterday
  `,
  due: `
    (by|before|until) (the |our |your )?(next |end |long )*(meeting|session|visit|appointment|weekend|holidays|launch|board|review|deadline|\\p{L}+ing)
    (before|after) (the|our|your) \\p{L}+( \\p{L}+)?
    (at|for|in) (the|our) next \\p{L}+
    (as soon as possible|asap|right away|straight away|immediately|today|later today|by then|end of play|close of business|end of day)
    (by |this )?(today|tonight|lunchtime)
  `,
  decided: `
    (signed|sign|signs|signing) off on
    ^(then|so then|right then|okay then|ok then|fine then|good then|all right then|in that case|very well|very well then) (it's|it is|it'll be|that's|make it|we'll make it|let's make it) 
    (let's|we'll|we) (leave|make|call|keep) it (at|to|{number}|{days})
    (i'm|i am|we're|we are) (cancelling|scrapping|dropping|approving|keeping|moving|closing|ending|abandoning|postponing|replacing) (the|this|that|it|our|all|both|them)
    (going|sticking|staying) with the
    (is|are) (off|back on|cancelled|scrapped|shelved|dropped|postponed|abandoned|abolished|discontinued) (this|next|until|for|from|altogether)
    (what|how) we('ll| will)? (do|go)( it)?$
    {number} in favour
    (given|gave|got|gets) (the |a )?(green light|go-ahead)
    (we|we've|we have|it's been|it was|it is|i've|has been|it's|that's|is|are|was|been) (now |all |therefore |hereby |formally |been |just )*(decided|agreed|approved|carried|resolved|settled|adopted|confirmed|rejected|passed)( |$)
    (motion|proposal|minutes|budget|amendment|it) … (carried|approved|passes|passed|adopted|rejected)
    carried
    unanimous*
    ^(gone|sold|done|scrapped|out)$
    we (keep|leave|drop|stop|cancel|postpone|freeze|scrap) 
    agreed$
    ^no (more )?\\p{L}+ (this|that|next|until|before|after|on|in|from|at)
    ^(she|he|it|they) (goes|stays|go|stay|comes|starts|moves|leaves|gets) (in|on|to|with|home|here|from|out|back|up|at) (?!.*(because|usually|always))
    {number} (votes )?(for|in favour|against|to {number})
    (is|are|gets|been|was) (hereby |re)?(elected|appointed|cancelled|off|out|in)$
    ^(all right|alright|okay|ok|right then|right|good|fine|yes|then|so|great|very well|well then) (then )?(we|we'll|we will|let's|she|he|they) (?!(need|have|has|had|know|are|were|is|was|can|can't|got|see|talk|think|want|should|could|might|look|come|did|didn't|do not|don't|doesn't|start|begin|move on|met|saw|spoke|said|says|hope|mean|would|get|meet|would|won't|wait|hear|discuss|just|still|also|all|only|went|always|never|told|asked|take it up|begin|carry on|turn|continue|both|really|actually|thought|lost|found|used|used|agree|agreed|missed|looked|tried)(?!\\p{L}))\\p{L}+ (her|him|them|it|the|this|that|with|on|for|to|both|home|until|a|an|all|no|everyone|one|two|three|at|in|back|from)
    (stays|stay|remains|remain) (the|as|where|in|on|with|at|closed|open)
    (have|has) to wait
    (all in favour|nobody against|no objections|no one against)
    ^(so |okay |ok |right |good |then |alright |all right |fine |great |well |yeah )*(then )?(we'll|we will|let's) (go|keep|move|use|drop|stick|do|make|start|stop|hold|postpone|cancel|buy|take|leave|bring|double|cut|raise|close|open|run|switch|hire|order|choose|pick|accept|reject|replace|push|roll|ship|extend|book|sign|freeze|scrap|offer|pay|meet|put|limit|split|shift|delay|give|send|try|ban|allow|increase|reduce) (with|it|the|that|to|for|both|two|this|them|on|at|our|up|a|back|out|down|no|everything|all|him|her|ahead|only|option|plan|one)
    ^(so |okay |ok |right |good |then |alright |all right |fine |great |well |yeah )*(then )?(we|we're) (go|going|keep|drop|stick|stop|postpone|cancel|take|leave|double|switch|choose|accept|reject|replace|extend|freeze|scrap|delay|ban|increase|reduce) (with|it|the|that|to|for|both|this|them|our|everything|all|ahead|only|option|plan|one)
    (so|then|okay|ok|right|good|alright|fine|great|yes|yeah) (then )?(we|we'll|we will|let's|we're) (go|going|keep|move|use|drop|stick|make|start|stop|hold|postpone|cancel|buy|leave|bring|double|cut|raise|close|switch|hire|order|choose|pick|accept|reject|replace|push|roll|extend|sign|freeze|scrap|offer|limit|split|shift|delay|ban|increase|reduce) 
    (we|we'll|we will|let's) go with
    (we're|we are) going (with|ahead)
    let's (go with|go for|go ahead|keep|stick|drop|postpone|cancel|do that|do it|make it|say|settle on|agree|move it|move the|push|use|hold off|leave it at|bring|switch|double|cut|stop|start with|ban|freeze|scrap|start you|get you|increase|reduce)
    (we're|we are) not going to 
    (we|we'll) (settle|settled) (on|for)
    (the|my|our) decision is
    (that's|it's) (a deal|decided|settled|final|a yes|a no then)
    so (friday|monday|tuesday|wednesday|thursday) it is
    \\p{L}+ it is$
    is back on
    (is|are|will be) (hereby )?(elected|appointed|approved|adopted|cancelled|postponed|moved to)
    (i'm|i am|i'll|i will|i'd like to) (going to )?(prescribe|prescribing|sign you off|refer|referring|start you|starting you|put you on|putting you on|increase|double|halve|reduce|stop the|stopping)
    (we'll|we will|let's|i'd like to) (start|put|keep|get|take) you (on|off|in)
    (i'd say|i say|then) (we|we'll) (bring|keep|drop|take|go|do|use|make|leave)
    from now on
    with (immediate effect|effect from)
    (wins|gets) the (contract|tender)
    we (choose|chose|opt|opted|vote|voted) (for|to)
    (will|won't|is|are) (be )?(abolished|introduced|scrapped|discontinued)
    leave (it|the schedule|that) (alone|as it is|at that)
  `,
  settled: `
    (that's|it's|so that's|then that's|consider it|all) (agreed|settled|decided|carried|done|approved)
    (so )?agreed
    (okay|ok|good|right|fine|yes|great|alright|all right|lovely|perfect) (then )?(let's|we'll) do (that|it|this)( then)?
    let's do (that|it|this)
    we'll do (that|it)( then)?
    (that's|is) what we'll do
    (any|no) objections
    (no one|nobody) against
    that's a deal
    deal$
    that's the plan
    then that's it
    good so we have (it|that)
    so be it
    that's that
    go ahead (then|with)
  `,
  concludes: `
    ^(okay|ok|right|fine|good|all right|alright|well|great|yes|yeah|agreed|perfect|very well)( fine| good| okay| right)* (then|so)
    ^(in that case|so then)
  `,
  pointsBack: `
    that
    that's
    this
    it
    so
    then
    those
    it's
  `,
  proposed: `
    i (suggest|propose|move|recommend)
    i'd (suggest|propose|recommend|say)
    my (proposal|suggestion)
    (we|you) could
    (we|you) should
    what if
    how about
    why don't we
    shall we
    should we
    can we
    so we'd
    the proposal
    maybe we
  `,
  undecided: `
    (always|usually|normally|every day|every week|sometimes|often|used to|each time)
    not (yet )?(decided|agreed|settled|final|settle|decide|agree|today|vote|tonight)
    (don't|didn't|haven't|hasn't|won't|can't|cannot|rather not|wouldn't) (want to |need to |have to )?(vote|decide|decided|agreed|settle|agree|commit|settled|been decided)
    (no|without a) decision
    (decide|vote|settle|agree|approve) … (next|later|another|when|in (january|february|march|april|may|june|july|august|september|october|november|december)|after|once)
    (we|i|you|they|one) (could|might|should|would)
    (we'd|i'd) (need|have|want|like|love|pay|rather) 
    ^(if|when|unless|until|once|whether|before|shall|should|could|can|what|how|why)
    (if|whether) (we|it|they|the)
    (let's|we'll|we will|we) (see|talk|discuss|look|come back|get back|start with|begin|move on|wait|park|think|take a break|take it up|hear|go through|go around|go round|revisit|do introductions|meet|have a look|get started|turn)
    (take it up|come back to|park it|park that|revisit)
    (last year|last time|years ago|previously|back then|a while ago|used to)
    to be decided
    (need|needs|have) to (decide|agree|settle|vote)
    maybe
    not going to (lie|pretend|happen|be|get|say|work)
    agreed (with|don't)
    i (agree|agreed)$
    i agree
  `,
  ...englishTasks,
  ...englishDecisions,
  asking: `
    ^(and |but |so |okay |well |yeah )*(who|what|when|where|why|how|which|do|does|did|is|are|was|were|can|could|will|would|should|has|have|shall) (i|you|we|it|he|she|they|the|that|there|this|our|your|is|are|do|does|did|much|many|long|about|if|anyone|anybody|somebody|will)
  `,
  rhetorical: `
    (can|could) (you|everyone|everybody|anyone) hear
    can i (ask|just|say|get|have)
    shall (we|i)
    (right|okay|yeah|yes|no|really|am i|you know|isn't it|doesn't it|aren't you|don't you|didn't it|couldn't we|wasn't it|won't it|can't we|are you|do you|is it|was it)$
    (any|anything) (other|else|questions|objections|comments|thoughts|problem)*
    how are (you|things|we)
    is (that|this|everyone) (okay|ok|all right|clear|here)
    does that (make sense|work|sound|help)
    what (brings|can i do)
    are we (all|ready|good)
    everyone happy
  `,
  unknown: `
    (no|haven't|hasn't|not|haven't got) (a |the )?(faintest |slightest |foggiest )*(clue|idea)
    i wish i knew
    (nobody|no one)('s| is| has)? \\p{L}+(ed|en|n|t|s)
    (couldn't|can't|didn't|haven't) (find|found|get|work out|figure out|reach|heard|seen|looked|checked|asked)
    (might|could|may) (well )?be
    (not|no) (as far|that i|one) … know
    (i'll|we'll|let me|i'd have to|we'd have to|i'd need to) (find out|check|ask|look|put the question)
    hasn't (said|told|replied|answered|come back|been)
    (i|we) (don't|do not|didn't|wouldn't|honestly don't|really don't) (actually |yet |really |even )*know
    no idea
    (good|fair) (question|point)
    i('d| would) (have|need) (to|legal)
    (we|i)('ll| will)? (need|have) to (check|ask|find out|look|see)
    not sure
    (nobody|no one) (knows|has|ever|really knows|told)
    (i|we) (can't|couldn't|cannot) (really |honestly )?(say|tell|answer)
    couldn't say
    (i'll|let me) (find out|check|ask|look)
    hard to say
    (still )?(open|unclear|unknown)
    depends
    we'll see
    not (yet )?(known|clear)
    your guess
    beats me
  `,
  stillOpen: `
    (wants|want|wanted|would like) to know (whether|who|how|what|when|where|if|why)
    (not|i'm not) sure (whether|who|how|what|when|where|if|they|we|it)
    nobody has
    (still|remains|is) (an )?(open|unclear|unknown|unresolved)
    (the|one|my) (question|open question) (is|remains)( still)? (whether|who|how|what|when|where|if)
    (nobody|no one) (has ever|knows|really knows|has ever)
    (we|i) (still )?(don't|do not) (yet |actually )?know (whether|who|how|what|when|where|if|why)
    (i )?wonder (whether|who|how|what|when|where|if|why)
  `,
  figures: `
    [£$€]#[#,.]*( ?(million|billion|k|m|thousand))?
    #[#,.]* ?(percent|per cent|pounds|dollars|euros|francs|pence|cents|million|billion|thousand|hundred|kilos|kg|grams|milligrams|mg|ml|litres|liters|metres|meters|miles|km|hours|minutes|days|weeks|months|years|people|families|kids|children|times|users|tickets|gigs|gb|tb|terabytes|degrees|points|units|votes|patients|beds|customers|bookings|staff)
    #[#,.]* ?%
    ((a )?hundred|(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|eighteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(( |-)(one|two|three|four|five|six|seven|eight|nine))?) (and \\p{L}+ )?(thousand|hundred|million|percent|per cent|pounds|dollars|euros|pence|kilos|grams|milligrams|minutes|hours|days|weeks|months|years|people|families|kids|children|times|miles|metres|litres|gigs|terabytes|degrees|failed|points|votes|patients|beds|staff|units)
    #{1,3},###
    #{1,3} (over|out of|to) #{1,3}
    #{2,}([,.]#+)?
    (a half|one third|two thirds|a third|a quarter|three quarters|twice as|double)
    (half|most) of (the|our|them)
  `,
  housekeeping: `
    (good (morning|evening|afternoon)|hello|hi everyone|welcome|goodbye|bye|cheers|see you)
    (can|could) (you|everyone|everybody) hear
    (on mute|muted|microphone|camera|screen|wifi)
    (coffee|tea|biscuits|cake|weather|rain|parking|window|traffic|babysitter*|pub|glasses)
    (thank you|thanks)
    (have|take) a seat
    sorry
    ha$
    apologies
    (funny|joke)
    bless
    crossword
    lovely
  `,
  important: `
    important*
    (the|main|real|biggest|big|key) (problem|issue|point|thing|risk|concern|reason) (is|was|here)
    (to sum up|in short|bottom line|in summary|overall)
    (the )?(result*|survey|finding*|report|audit|review|test*) (is|are|was|were|shows|showed|says|came)
    what comes out
    because
    that's why
    urgent*
    (deadline|budget|cost*|contract|outage|incident|near miss)
    (pain|diagnos*|infection|pressure|fever|swelling|symptom*)
    (next|follow-up) (meeting|appointment|session|review)
    (we )?(meet|see you) (again )?(next|on|in)
    (recommend*|propos*)
    (not|can't|cannot|won't|no longer) 
    (lost|failed|broke*|missing|late|delay*|increase*|decrease*|dropp*|rose|fell|down|complain*)
    so what
    the (council|foundation|customer|client|board)
  `,
  personal: `
    i (think|guess|suppose|hope|feel|wonder|reckon|bet)
    (kind|sort) of
    no idea
    (my|the) (wife|husband|mother|daughter|son|kids|dog|brother|sister|grandmother|eldest)
    to be honest
    honestly
    you know
  `,
  opens: `
    (next|first|second|third|fourth|last|final) (item|point|topic|thing|up)
    (moving|move) on
    (let's|let us) (move|turn|start|go) (on |with |to )
    (on|now|over) to (the|our)
    (right|okay|ok|so|now|good|great|lovely|fine|brilliant|next|well) (then )?(the|on to|first|next|about|moving)
    ^(next|first|second|third|finally|lastly|now)
    any other business
    (there's|there is) also the (matter|question|issue|point)
    what about the
    and the \\p{L}+$
    what brings you
  `,
  honorifics: 'mr|mrs|ms|miss|dr|doctor|professor|prof|sir|nurse|sister',
  notNames:
    "the a an and but so then i we you he she it they that this these those who what when where why how yes no ok okay well right good great please thanks thank there here if as at by in on of to for from with not now just maybe somebody someone anyone everyone nobody let's i'll i'm it's that's mr mrs ms dr my our your his her their all one any some is are do does did can could will would should first next",
};
