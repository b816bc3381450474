package builtin

// givenName are common given names; a capitalised word among them is a person.
var givenName = set(`aaron abel abigail ada adam adele adrian agnes ahmed aino aisha akira alan albert alejandro alex alexander alexandra alfred ali alice alina alma alvaro amanda amelia amina amir amy ana
	anders andrea andreas andrew andy angela anita anna anne annika anni anton antonio antti ari arjun arthur arto arvid astrid audrey ava axel beatrice beatrix ben benjamin bernard bertha beth birgit bjorn björn
	bob boris brian bridget bruno camilla carl carla carlos carmen caroline catherine cecilia celia charles charlotte chiara chloe chris christian christina christine claire clara claudia connor cora
	cynthia daisy damian dan daniel daniela danielle dario dave david deborah deepak delia denise diana diego dmitri dolores dominic donald dora doris dorothy dylan ebba eddie edgar edith edward eero eetu
	eeva einar eino elena eleanor eli elias elina elisa elizabeth ella ellen elliot elsa else emil emilia emily emma eric erica erik erika erkki ernest esa esteban esther eva evelyn fatima felix fernando
	finn fiona frances francesca francisco frank fred freya frida gabriel gareth george georgia gerald gerard gina giulia giulio gloria gordon grace graham greta gunnar gustav hana hanna hannah hannes hannu harald harold
	harriet harry harvey hassan heather hector heidi heikki helen helena helga helmi helvi henri henrik henry hilda hilkka hiro holger howard hugo hussein ian ibrahim ida igor iida ilkka ilona ilse imran ines inga ingrid
	iris irene irina irma isaac isabel isabella ivan jaakko jack jacob jake james jamie jan jana jane janet jani jari jarkko jasmine jason javier jean jeff jenna jennifer jenny jeremy jerry jesse jessica jim
	jimmy joan joanna joel johan johanna johannes john johnny jon jonas jonathan jorge jose josé joseph josephine josh joshua juan juha juhani juho julia julian julie julius jukka justin jussi jyrki kaarina kai kaisa kalle karen kari karin karl karla
	karolina katarina kate katherine kathleen katja katri katy keith kenji kenneth kerttu kevin kim kimmo kirsi kirsten klaus knut kristian kristiina kurt kyle lara lars lasse laura lauri laurie lauren lea leah leena leila leo leon leonard leonie
	leslie lewis liam lidia lily linda lisa liisa linus lotta louis louise luca lucas lucia lucy luis luisa luka lukas luke lydia magda magnus maija maria mariam marcel marcia marco marcus marek margaret margit mari marianne marie marina mario
	marja marjut mark marko markus marta martha martin martti mary mateo matias matilda mats matt matteo matthew matti maud maurice max maya mehmet melanie melissa mia michael michelle miguel mika mikael mike mikko mila milan milla minna mira miriam
	mohamed mohammed molly monica monika morten nadia nancy naomi natalie natasha nathan neil nell nelly niamh nick nicola nicolas nicole niels niina niklas niko nils nina noah noel noora noor nora norman olaf ole oleg olga oliver olivia
	olli omar onni oona oscar oskar otso otto outi owen pablo paco paivi päivi pamela paolo patricia patrick paul paula pauline pavel pedro pekka penny per pertti peter petra petri philip philippe pia pierre pilar pirjo priya rachel rafael raija raimo raj ralph
	ramon raquel rasmus raul ravi raymond rebecca renata riccardo richard riikka riitta rita ritva robert roberto robin roger roland roman ronald rosa rosalind rosie ruben rudolf ruth ryan saara sakari salla sally sam samantha sami samuel samuli sandra
	sanna santeri sara sarah satu sebastian seija selma seppo sergei seth sharon sheila shirley sigrid signe silvia simon simone sini sirkka sofia sofie sonia sonja sophie stefan stella stephanie stephen steve steven stuart susan susanna sven svetlana sylvia taina tanja tapio
	tara taru tatiana teemu teresa terhi tero theo theodore theresa thomas tiina tim timo timothy tina tobias todd tom tomas tommi tomi tony topi tove tracy tuomas tuula tyler ulla ulrich urho ursula vanessa vera veronica victor victoria viktor vijay ville vincent viola violet virpi
	vivian vladimir väinö walter wanda wendy wilhelm william willy wilma wolfgang xavier yasmin yngve yuki yusuf yvonne zach zara zoe
	aunty åke åsa øyvind søren jürgen jörg françois zoë chloé andré rené léa inés sofía maría lucía`)

// ambiguousName are given names that are common words when in lower case.
var ambiguousName = set(`ada april art august bill bob daisy dan dave dawn dean don drew else eve faith finn frank grace grant guy harry heather hope iris jack jim joy june lance lily
	mark max may miles nick noel olive pat penny per rich rob robin rose ruby sage sally sam sandy sue ted tim tom tony violet viola will frances art ari ali esa kai kari jan jean ben amy ray max roman stella victor`)

// place are towns, countries and the like that are often named.
var place = set(`africa america amsterdam ankara antwerp argentina asia athens auckland australia austria bangkok barcelona basel beijing belfast belgium belgrade bergen berlin bern bilbao birmingham bologna
	bordeaux boston brazil bremen brighton bristol brno brooklyn brussels bucharest budapest bulgaria cairo calgary california cambridge camden canada cardiff chicago chile china cologne copenhagen corfu cork cornwall crete croatia
	cyprus denmark denver detroit dresden dubai dublin dubrovnik edinburgh egypt england espoo estonia europe finland fiskars florence florida france frankfurt galway gdansk geneva genoa georgia germany ghent gijón glasgow
	gothenburg göteborg granada graz greece greenland greenwich hague hakaniemi hamburg hamina hannover hanko hanoi harlem hawaii heidelberg helsinki honolulu houston hungary hyvinkää iceland imatra india indonesia innsbruck inari iran iraq ireland israel
	istanbul italy ivalo jakarta japan joensuu jyväskylä järvenpää kajaani kallio kamppi kemi kenya kerava kew kotka krakow kraków kuopio kuusamo kyiv kyoto köln lahti lapland lappeenranta latvia leeds leipzig levi lille lima limerick lisbon lisboa
	lithuania liverpool ljubljana lohja london loviisa lucerne lund luxembourg lyon madeira madrid mainz malaga málaga malaysia malmö malta manchester manhattan mannheim mariehamn marseille melbourne mexico miami mikkeli milan minneapolis
	mongolia montreal morocco moscow munich myanmar naantali nairobi nantes naples nepal netherlands newcastle nice nigeria nokia norway nottingham nuremberg nuuksio odense oslo osaka ostrava otaniemi ottawa oulu oxford pakistan palermo paris
	pasila peru philadelphia phoenix pisa poland pori portland porto portugal porvoo potsdam poznan prague pyhä raahe rauma reykjavik rhodes riga riihimäki rome rotterdam rovaniemi ruka romania russia salo salzburg santiago sapporo savonlinna scotland seattle seinäjoki
	senegal seoul serbia seville shanghai sheffield sicily siena singapore slovakia slovenia sofia spain split stavanger stockholm strasbourg stuttgart sweden switzerland sydney syria sörnäinen taipei taiwan tallinn tampere tartu tehran
	texas thailand tokyo tornio toronto toulouse trieste tromsø trondheim tucson tunisia turin turkey turku tuscany ukraine umeå uppsala utrecht vaasa valencia vallila vancouver vantaa varkaus venice verona vienna vietnam vilnius wales warsaw
	washington wellington wroclaw yerevan ylläs york yorkshire zagreb zurich zürich äkäslompolo`)

// placeNoun, projectNoun, … are nouns that tell what the name before them names.
var placeNoun = set(`street road lane avenue square park bridge river lake island airport station beach hill valley bay harbour harbor market library garage storage forest canal hotel restaurant
	café cafe museum church hospital pub bar flat house apartment cottage cabin office pier quay coast mountain mountains hike trail town village city county district gate terminal`)
var organisationNoun = set(`club bank company university school college team ltd inc oy ab gmbh corp airlines railways foundation institute society agency yard clinic gym band choir council ministry union academy`)
var projectNoun = set(`review release launch importer tracker deadline demo invoice budget project standup stand-up kickoff kick-off repo sprint milestone migration app service roadmap build backlog spec module
	rollout prototype report presentation ticket contract account campaign proposal pilot survey audit meeting server database`)
var eventNoun = set(`party wedding concert festival reunion meetup conference offsite recital workshop retreat gig match game tournament marathon fair exhibition funeral christening birthday graduation show tour trip`)

// notName are capitalised words that are no names: languages, peoples, feasts
// and other words written with a capital letter.
var notName = set(`english finnish swedish norwegian danish german french spanish italian portuguese dutch russian polish japanese chinese korean arabic hindi turkish greek hungarian czech estonian
	latvian lithuanian ukrainian irish scottish welsh british american european african asian australian canadian indian mexican brazilian swiss austrian belgian icelandic sami latin hebrew thai vietnamese
	i im ill ive id ok okay tv pc usb cv diy faq asap fyi eta pm am utc gmt eu uk usa us pdf url wifi wi-fi sms dna led cd dvd gps atm vat id qr api sql html css json csv http https xml lol omg btw imo
	easter christmas xmas halloween midsummer new year god mr mrs ms dr prof sir mum mom dad mummy daddy grandma grandpa granny aunt uncle auntie
	mon tue tues wed thu thurs fri sat sun monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays january february march april may june july august september october november december`)

// commonNoun are nouns that often open a sentence or a line and are no names.
var commonNoun = set(`work dinner lunch breakfast supper traffic weather rain snow school music coffee tea bread milk water food pizza soup salad cake cheese fish meat chicken rice pasta fruit potatoes pancakes porridge
	sleep sport sports running swimming yoga football hockey tennis golf choir practice rehearsal class classes course homework exam exams test tests meeting meetings call calls mail email emails letter letters message messages
	news time day days week weeks month months year years morning afternoon evening night weekend summer winter spring autumn fall today tomorrow yesterday tonight people kids children family friends neighbours neighbors guests parents
	mum mom dad grandma grandpa money rent salary bills taxes insurance budget price prices house home flat apartment kitchen bathroom bedroom garden balcony car bike bus train tram metro subway ferry plane flight flights boat taxi
	dog cat cats dogs birds hail wind storm sun fog heat cold phone laptop computer printer internet wifi tv radio book books film films movie movies game games photos pictures pills medicine doctor dentist vet hospital pharmacy
	standup deploy release build server servers backup update updates version launch project deadline review demo invoice order delivery parcel package post shop shopping groceries laundry dishes cleaning cooking baking
	birthday party wedding funeral holiday holidays vacation trip hike walk run ride tour museum concert festival market tickets hotel option plan plans change small quick heads good great nice bad big old new first second last next
	two three four five six seven eight nine ten both half many most several few some all every each other another such same different sore thing things life love luck fun walnut birch oak pine doors door window lights light power heating boiler
	radiator washing machine dishwasher fridge oven lift elevator stairs roof floor wall walls paint keys key wallet umbrella glasses shoes jacket coat scarf shirt back knee head throat tooth teeth fever flu allergy blood doctor
	finance management security police customs search page file files report data results figures code bug bugs error errors issue issues test ticket branch commit blue red green black white orange yellow brown grey pink purple
	note notes reminder question idea ideas answer story joke word words list number address name names date deposit tomato tomatoes seedlings plants flowers trees tree leaves lilacs plum beans peas apples berries blueberries mushrooms hedgehog fox heron
	single married dear hello thanks congrats sorry please promise decided decision final correct correction wrong true false actually finally maybe perhaps probably apparently turns spent planted found
	according because despite during within without besides instead suppose imagine supposing assuming let lets plus minus everything everyone everybody nothing nobody none something somebody someone anything anyone
	afterwards meanwhile later earlier already still once twice usually normally sometimes often never always right left right-hand okay yes no not only also just even maybe well so oh hey hi wow
	whatever whenever wherever whoever whichever however although though unless until since while when where what who whose whom which why how rather quite very too pretty really almost nearly`)
