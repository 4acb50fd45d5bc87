"""English words that paraphrase each other: a line for each meaning. What other languages have too stands in the other lists."""

__all__ = ["ENGLISH"]

ENGLISH = """
happy glad pleased great good fun blast enjoy enjoyed proud delighted satisfied content thrilled love
fit shape healthy strong
vet veterinarian examination checkup exam appointment
routine ordinary usual regular normal standard
limit cap restrict reduce cut less minimize lower
exhausted tired fatigue energy drained worn
worn old shabby used
cheap affordable inexpensive budget low-cost frugal
stylish fashionable trendy modern chic elegant
begin start started took launch join joined enroll
buy bought got purchase purchased receive received acquire obtain ordered picked own owns owned have has
own owns owned has have had possess keep keeps
build built make made create construct assemble assembled put
fix repair mend restore restored renovate renovation renovated
house home apartment place flat residence
car vehicle automobile truck van suv
trip travel journey vacation visit holiday getaway tour
near close nearby nearly around by proximity beside
far distant away remote
fast quick rapid speed quickly
slow slowly gradual gradually
afraid fear scared worry worried anxious concerned nervous
sad upset down depressed blue unhappy low mood lost
angry mad annoyed frustrated upset
kind caring compassionate empathy supportive
smart intelligent clever bright
funny humor comedy hilarious joke
difficult hard tough challenging struggle
easy simple straightforward effortless
big large huge major significant
small little tiny modest minor
important crucial key vital matters essential significant
calm peaceful relaxing quiet serene relaxed soothing de-stress stress relieve
begin beginner beginners novice new
expert professional skilled experienced advanced
teach teacher instructor lesson class course train mentor mentored coach
learn study class course practice skill
talk speak chat discuss conversation call told said mention mentioned
write wrote writing author book novel script screenplay essay
read reading book novel
film movie watch watched saw rewatched seen show series
cook cooking make made bake prepare prepared dinner meal recipe
food meal dish cuisine eat ate lunch dinner
diet nutrition eat eating food
avoid stay away refrain shun skip
hate dislike aversion stand loathe detest averse
choose chose pick picked prefer preferred opt select go selected decision decide
like prefer favorite love enjoy fan into passionate passion interested
want wish hope plan intend aim like would eager looking consider considering thinking
plan intend going will consider think thinking prepare organize schedule
help support assist aid volunteer contribute
give gave gift donate present donated offered
money cost price expense spend spent pay paid fee worth fare
save savings saving reduce cheaper
job work career employer position role profession occupation office
promotion promoted raise advancement reward
business company startup store shop firm venture
customer client buyer
friend buddy pal companion close
colleague coworker coworkers colleagues team
kids children child son daughter family
parents mother father family folks
partner spouse wife husband girlfriend boyfriend
married wedding anniversary bride marriage
dead died death passed loss lose lost goodbye gone
pet dog puppy pup cat animal furry
dogs pups puppies pets
sick ill illness flu infection disease unwell uti
doctor physician medical prescribed medication medicine antibiotics
hurt injury injured pain sore
exercise workout gym training fitness run jog jogging yoga
run ran running jog jogging jogged
walk hike stroll walking hiking trail
game play match tournament compete win
won win victory beat defeat defeated champion
lost lose defeat
phone call mobile smartphone
computer laptop pc desktop
picture photo image photograph pic
paint painting art draw artwork artist
music song concert band live sing
dance dancing dancer studio
garden plant flowers grow
clothes outfit wear dress shirt gown
shoes sneakers boots footwear
furniture table sofa couch chair shelf bookshelf
sleep bed rest nap bedtime
weekend saturday sunday
childhood child kid young younger
birthday turned party celebrate
meeting meet met encounter
group club community organization activist
event gathering party festival fundraiser
work project task
finish completed done finish finished ended
continue keep kept still ongoing
stop quit gave ended no longer
change switch move shift replaced update
improve better enhance polish tweak tweaking sprucing refine
broken damaged broke fix
find found discover locate search look looking
idea suggestion tip advice recommend recommended named listed offered described proposed
described explained outlined presented listed named gave
reject rejected rejection setback denied declined turned
accept accepted approval agreed
difference impact impression change effect meaningful
inspire inspired inspiring motivated motivation pumped encouraged
goal dream ambition aim target
confident sure certain believe
doubt unsure sure uncertain questioned ready
secret secretly hidden private
gamble gambling betting bet
violence gore violent bloody brutal
dairy milk cheese lactose
nuts peanuts almonds
spicy hot
sweet dessert cake pie tart treat
spend spends averaging spent takes took
daily day everyday each
twice two couple
worth value price
fragrance fragrances scent perfume
sensitive sensitivity
damaging harming hurting affecting affect impact harm
suspect think believe feel might
energetic energy active lively
adopt rescue shelter
ride bike cycling cycle bicycle cycled
"""
