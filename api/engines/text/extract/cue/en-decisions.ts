import type { DecisionCue } from './cue.ts';

export const englishDecisions: DecisionCue = {
  resolves: `
    (we|we'll|we will|we're|we are|let's) (just |only |simply |all |both |now |then |also |not )*(going to |gonna )?(?!{idle}|{modal}|going|{modal}|here|there|in|at|on|all|so|very|not|about|\\p{L}+ed )\\p{L}+
    we (are|do|have) (this|that|it)
  `,
  ordains: `
    (is|are|will be|gets|get) (now |then |not |only |also |both )*(being |to be )?(\\p{L}+ed|off|on|out|in|up|going|staying|closing|moving|ending|put|cut|given|taken|made|kept|held|sold|paid|shut|brought|sent)
    (stays|stay|goes|go|moves|move|closes|opens|starts|ends|remains|runs|rises|drops|comes|pays|pay|gets|takes|keeps|loses|becomes|covers)
    (will|won't|shall) \\p{L}+
    (can|may|must) (have|go|stay|keep|wait|come|only|now|no longer)
  `,
  binds: `
    (from|as of|starting|effective|until|with effect from) (now|today|tomorrow|next|the|{days}|{months}|further notice|in)
    (for good|for the time being|this year|this time|for another|no more|no longer|only|permanently|definitely|instead|both|any more|anymore|full stop|once and for all|nobody|everyone|everybody|every|at most|no later)
  `,
  agrees: `
    ^(yes |yeah |okay |ok |oh )*(good|fine|okay|ok|agreed|great|perfect|works for me|fine by me|fine with me|sounds good|sounds right|all right|alright|i'm happy with that|happy with that|makes sense|absolutely|lovely|brilliant|me too|i agree|i'm for it|i'd go for that|seconded|deal|done|fair enough|i can live with that)
  `,
  refuses: `
    ^(no|not|but|hang on|hold on|wait|absolutely not|i'd rather|never|why|i'm against|i disagree)
  `,
  consent: `
    (is )?(everyone|everybody|anyone|all|we all|are we all) (happy|agreed|ok|okay|fine|in favour|against|opposed)
    (any|no) (objections|objection|problem|problems)
    (happy|okay|fine|agreed|all right|comfortable) with that
    all in favour
    (does|would) that (work|suit)
    agreed$
  `,
};
