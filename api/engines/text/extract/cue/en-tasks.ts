import type { TaskCue } from './cue.ts';

export const englishTasks: TaskCue = {
  commits: `
    (i'll|i will|i shall) (also |then |definitely |personally |just |quickly |go and |try and |try to |have to |need to |get |just )*{work}
    (i'm|i am) going to {work}
    (i'll|i will) (have|get|make|let|be) … (ready|done|out|sorted|know|by|to you|for you|in touch)
    (i'll|i will) (look after|look into|take care|take that|take it|take on|deal with|see to|follow up|sort)
    (i'd|i had) better {work}
    i can (also |then |certainly |easily |gladly )*(send|draft|write|check|prepare|organise|organize|arrange|book|call|ring|phone|email|contact|ask|order|update|review|forward|share|set|put|bring|get|chase|submit|raise|print|circulate|collect|handle|sort|cover|find|look|talk|do) (that|it|the|this|a|an|some|them|him|her|you|round|into|up|with|one|two|three|four|out|those|four|my|our|to|\\p{L}+ing|in|on|for)
    (leave|give) (it|that) (to|with) me
    let me (check|look into|find out|talk to|ask|send|follow up|get back|take) (with|on|it|that|into|to|the|you|this)
    (i'll|i will) \\p{L}+
  `,
  mayCommit: `
    i can (just |easily |also )*(?!({mental})(?!\\p{L}))\\p{L}+
    i'm (?!({mental}|going|having|being|afraid|sure|not|on|in|at|off|away|sorry|just|so|very|still)(?!\\p{L}))\\p{L}+ing
    i (can|could|should|need to|have to|must|want to|might) {work}
    i'm (sending|seeing|meeting|calling|talking|going|doing|writing|picking|ordering|visiting|finishing)
    i (send|draft|write|check|prepare|call|order|bring|finish|put|take|do) 
    we'll {work}
    we'll have … (by|before)
  `,
  asks: `
    (can|could|would|will) you (please |also |then |maybe |possibly |just |perhaps |all |both |quickly )*(?!({mental})(?!\\p{L}))\\p{L}+ (the|it|that|this|a|an|them|him|her|everyone|everybody|our|my|your|their|his|some|to|up|out|in|on|with|for|round|into|me|us|two|three|one)
    ^(\\p{L}+ )?have a (look|word|chat|think|go)
    (can|could|would|will) you (please |also |then |maybe |possibly |just |perhaps |all |both |quickly )*(send|draft|write|check|prepare|organise|organize|arrange|book|call|ring|phone|email|contact|ask|order|update|fix|review|confirm|forward|share|schedule|set|put|bring|get|find out|look|talk|speak|chase|follow|submit|file|raise|print|circulate|collect|pick|test|verify|finish|create|make|do|take|handle|sort|cover|let|inform|tell|notify|invite|clean|replace|repair|buy|pay|sign|count|compile|gather|investigate|reply|report|remove|add|move|work|run|pull|draw|give|drop|reach|see|keep|start|stop)
    please (also |then |just |all )*{work}
    (i'd like|i want|i need|i would like) (you|\\p{L}+) to {work}
    (i want|i need|i'd like) (every|all|the|that|a) … (verified|checked|done|ready|updated|sent|by)
    (you|you'll|you will|you'd better|you need to|you should|you have to|you must|you can) (please |also |then |just |still )*(send|draft|write|check|prepare|organise|organize|arrange|book|call|ring|phone|email|contact|order|update|review|confirm|forward|set|bring|chase|submit|circulate|collect|handle|sort|tell|inform|avoid|rest|reduce|drink|come back|ring us|measure|keep|take the|take one|take two|take it|stop taking|finish|make an appointment|stay|see)
    would you mind
    ^\\p{L}+ (it|them|him|her|that|this) please
    ^(get|find|hire|ask) (a|an|me|us|two|three|some)
    (make|be) sure (you|to|that)
    don't forget to
    ^(and |so |then |just |also |ok |okay |right |well |now )*(take|stop|drink|avoid|keep|come back|call us|ring us|ring|phone|book|cut|rest|wear|try|check|send|let|write|bring|put|use|start|make|get|measure|apply|elevate|ice|do) (me|us|the|it|one|two|a|an|your|in|if|on|with|up|out|back|them|at|straight|that|this|plenty|away|down|off|her|him|everyone|three|half|some) 
    over to you
    can i (leave|ask|hand|count on) (that|you|it|this)
    you're (doing|sending|writing|handling|taking|preparing|down for|in charge)
  `,
  mayAsk: `
    (can|could|would) you
    you (can|could|should|might)
  `,
  assigns: `
    (will|'ll|is going to|are going to|can|has to|needs to|should|must|agreed to|offered to|promised to|volunteered to) (also |then |please |just )*{work}
    (takes care|is responsible|is in charge|takes over|looks after|is handling|is covering|handles|takes|is taking|organises|owns|is doing|is preparing|is sending|is writing|to follow up|is going to|to send|to check|to prepare|to draft)
  `,
  mayAssign: `
    (does|sends|writes|calls|checks|prepares|orders|brings|books|updates|talks|asks|to)
  `,
  musts: `
    (somebody|someone|anybody|anyone) (has to|needs to|ought to|should|must|could|will have to|would have to|will need to|really should|really needs to|is going to have to) (?!(know|have known|have|be|say)(?!\\p{L}))\\p{L}+
    (needs|need|has|have|must|ought|still needs|should) (to )?(be )?(done|fixed|checked|updated|replaced|repaired|sent|ordered|cleaned|written|sorted|reviewed|signed|cleared|confirmed|chased|organised|fixing|updating|replacing|checking|cleaning|looked at|looked into|tested|redone|renewed|booked|moved|told|informed)
    (we|we'll|we still|we really|we also) (need to|have to|must|ought to|should) (also |still |really |then |all )*(send|draft|write|check|prepare|organise|organize|arrange|book|call|contact|ask|order|update|fix|review|confirm|find|tell|inform|replace|test|finish|get|chase|submit|clean|buy)
    who (can|could|will|wants to|is going to) {work}
  `,
  accepts: `
    (yes |yep |sure |okay |ok |right |will )*(will do|i'll do (that|it)|i can do (that|it)|consider it done|on it|i'm on it|leave it with me|happy to|i will$|i'll sort it|i can$|i'll take (it|that)|no problem|got it|noted|i'll handle (it|that)|i'd be happy to|count on me)
  `,
  please: `
    please
    would you$
    (if you|be so) (would|could|kind)
  `,
  whoAsks: `
    ^(and |so |okay |right |then )*(who|who's|who'll) (?!(knows|was|is|had|has|said|thinks|wants|did|would|are|were|else knows|told|sees|heard)(?!\\p{L}))
  `,
  selfAnswers: `
    ^(oh |well |okay |yes |that |fine )*(i will|i can|i'll|me|i do|i'd do|i could|that's me|that would be me)
  `,
  anyone: `
    (can|could|would|will) (anyone|anybody|someone|somebody|one of (you|us)) (please |maybe |also )*(?!(tell|hear|see|explain|say|remember|imagine|believe|think|else|remind|mind|have|be)(?!\\p{L}))\\p{L}+
  `,
  notTask: `
    (i|you|we) (can|can't|couldn't|could) (hear|see|tell you|imagine|understand|think|remember|say|have gone|have|ask|help|believe|do without|show you|show me|tell)
    (can|could) (i|you) (hear|see|get|tell|show|describe|explain|remind|repeat|say|walk|help|point|imagine|believe|just)
    (can|could|do|would) you (want|hear|see|tell|say|describe|explain|remind|repeat|show|bend|lift|still|actually|walk|feel|live|not|remember|think|have|like|mind if|sleep|move your)
    (i'll|i will) (be honest|be off|be quick|say|tell you|just say|admit|never|always|not|let you|stop|close the|bet|believe|miss|love|start with|come to|go first|leave you|keep it short|spare)
    (if|when|unless|whether) (i|you|we)
    (i|he|she|they|we|you) (did|have|had|was|were|used to|always|usually|never|often|already)
    i'll have to (go|leave|think)
    (i'm|i am) going to (be|have to|need|say|miss|stop)
    (usually|normally|always|sometimes|every day|every time|last year|last week|last time)
    (i|we) (think|thought|guess|suppose|mean|hope|believe|wish)
    i'd have to
    i can do (mondays|tuesdays|wednesdays|thursdays|fridays|{days})
    let me (show|see|think|finish|explain|start|just|say|tell|have a look|listen|know if you need)
    (how|what|why|where|when|who) (can|could|will|would|do|does|did|should) (i|we|you|that|it|they|he|she)
    (take|have) (a seat|your time)
    (let's|we'll) (see|start|move on|come back|talk|look|get)
    (don't|do not) (worry|know|mind|think|have to|need to|bother|rush)
    (make|making) sense
    no need
    shall i
    should i
    you can (see|hear|imagine|tell|say|go|ride|eat|always|still|choose)
    please do
    go ahead
    come (in|on)
  `,
};
