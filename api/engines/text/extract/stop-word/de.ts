export const stopWords = `
aber alle allem allen aller alles als also am an andere anderem anderen anderer anderes ans auch auf aus bei beim beide beiden beides
bereits besonders besser bin bis bisschen bist bitte bloss brauchen braucht da dabei dadurch dafür dagegen daher dahin damals damit danach
daneben dann daran darauf daraus darf darfst darin darum darunter darüber das dass davon davor dazu dein deine deinem deinen deiner dem den
denen denn der deren derer des deshalb dessen desto deswegen dich die dies diese dieselbe diesem diesen dieser dieses dir doch dort drin du
durch dürfen dürfte eben ebenfalls ebenso egal eher eigentlich ein eine einem einen einer eines einfach einige einigen einiger einiges
einmal eins einzige entlang entweder er erst erste ersten es etc etwa etwas euch euer eure eurem euren eurer falls fast finde finden
findet fürs für ganz ganze ganzen gar gab gebe geben gegen gehabt gehe gehen geht gell genau genug gerade gern gerne gesagt gewesen geworden gibt ging gleich
glaub glaube glauben gross grosse grossen gut gute guten guter gutes hab habe haben habt halt hallo hat hatte hatten hattest hätte hätten heisst her herr hier hin
hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im immer in indem ins irgendwie irgendwo irgendwann irgendwas ist ja jawohl je jede jedem jeden
jeder jedes jedenfalls jemand jene jetzt kam kann kannst kaum kein keine keinem keinen keiner klar können könnt könnte könnten kommt kommen komme lang lange
lassen lässt leider letzte liegt los mach mache machen macht mal man manche manchmal mehr mein meine meinem meinen meiner meinst meint
meistens mich mir mit möchte möchten mögen müssen musste mussten muss müsste na nach nachdem nachher natürlich neben nee nehmen nein nicht nichts nie
niemand nimmt nix noch nochmal nun nur ob oben oder oft oh ohne okay ok paar recht rein sachen sache sag sage sagen sagt sagte sah schauen schau schaut schlecht schon sehen sehr sei
seid sein seine seinem seinen seiner seit seither selber selbst sich sicher sie sieht sind so sobald sogar solche solchem solchen soll sollen sollte sollten
somit sondern sonst soweit sowie sozusagen spät später statt stimmt tatsächlich trotzdem tue tun tut übrigens über überhaupt um und uns unser unsere unserem unseren
unserer unten unter viel viele vielen vielleicht vielmehr voll vom von vor vorher vorhin während wann war waren warst warum was weg wegen weil weiss
weiter welche welchem welchen welcher welches wem wen wenig wenige weniger wenigstens wenn wer werde werden werdet wesentlich weshalb wie wieder wieso will willst wir wird
wirklich wirst wissen wo wobei wohl wollen wollte wollten womit worden wurde wurden würde würden wäre wären zB ziemlich zu zuerst zum zur zusammen
zwar zwischen äh ähm öhm öh eh ehm hm mhm aha ach tja jo hey quasi gewissermassen eben sozusagen frau herrn ding dinge zeug dank danke vielen
heute morgen gestern tag tage uhr mal moment ding thema frage fragen punkt punkte guten morgen abend nächste nächsten nächstes
zwei drei vier fünf sechs sieben acht neun zehn denke denk denken richtig wahrscheinlich bisher erstmal hoi grüezi merci super gopf tönt stück art teil
seht schön prima wunderbar perfekt bestens gesehen gemacht getan stehen steht bleibt bleiben stelle halte
franken rappen euro prozent tausend hundert million millionen stunde stunden minute minuten woche wochen monat monate monaten jahr jahre jahren januar februar märz april mai juni juli august september oktober november dezember montag dienstag mittwoch donnerstag freitag samstag sonntag
`;

/** Hesitations, which are removed from quotations. */
export const fillers = `
äh
ähm
ehm
eh
öh
öhm
hm
hmm
mhm
tja
`;
