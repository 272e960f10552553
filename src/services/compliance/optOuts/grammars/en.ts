import type { Grammar } from '../grammar.ts'

export const en: Grammar = {
  contact: `
    call ring phone dial telephone contact bother disturb hassle harass pester bug try_me try_us get_in_touch reach_out reach_me reach_us calling
    ringing phoning dialing dialling contacting bothering disturbing harassing hassling pestering telephoning called_me called_us rang_me rang_us
    rang_this phoned_me phoned_us contacted_me contacted_us called_this bothered_us bothered_me pick_up_the_phone spam solicit telephones phones_me
    rings_me contacts_me calls_me bothers_me calls_us rings_us calls_here calls_this calls_it hounding hound spamming cold_calling cold_call
    robocall robocalling blowing_up_my blow_up_my badger badgering nagging buzz_me hit_me_up soliciting troubling trouble_me phoned_this rung_me
    rung_us rings_this`,
  contacted: `
    be_called being_called be_contacted being_contacted be_phoned be_rung be_dialed be_dialled be_disturbed be_bothered be_harassed be_telephoned
    called_by contacted_by disturbed bothered be_pestered be_hassled be_spammed be_solicited be_hounded be_rang be_cold_called get_called
    getting_called getting_phoned phoned_by rung_by getting_calls get_calls being_bothered being_phoned being_rung being_harassed being_pestered
    be_robocalled number_isnt_called number_is_not_called number_is_never_called number_isnt_contacted`,
  calls: `
    calls phone_call* phonecalls robocalls telemarketing contact_with_you contact_from call_from sales_call* harassment cold_calls marketing_calls
    spam_calls nuisance_calls solicitation* one_more_call another_call call_here_again call_+_again_and ring_+_again_and phone_+_again_and
    contact_+_again_and further_contact all_contact any_contact next_call direct_marketing call_me_one call_here_one call_one ring_me_one
    phone_me_one call_this_number_one call_us_one ring_here_one keep_calling keep_ringing keep_phoning keep_bothering keep_blowing keep_contacting
    keep_this_up carry_on_calling`,
  no: `
    not dont doesnt didnt wont cant cannot mustnt shouldnt wouldnt isnt arent nobody none neither without noone never any_reason nor no_more
    no_further no_calls no_contact no_additional no_phone no_longer no_sales no_one no_need no_point aint`,
  more: `
    again anymore any_more any_longer more further longer in_future in_the_future ever evermore from_now_on another additional
    under_any_circumstances once_more one_more_time going_forward moving_forward at_any_time for_good permanently full_stop for_any_reason
    in_any_way by_any_means`,
  never: 'never nevermore no_longer not_ever dont_ever dont_you_ever',
  stop: `
    stop quit cease halt discontinue desist refrain stopped_calling_me end_these end_all end_the knock_off give_up cut_out pack_it_in pack_in
    knock_it_off cut_it_out lay_off cut_the_calls cut_your_calls`,
  enough: `
    no_more no_further no_additional enough_of enough_with zero done_with sick_of fed_up_with had_it_with put_an_end_to enough_already enough_calls
    end_of_the`,
  forbid: `
    forbid prohibit i_refuse we_refuse i_object we_object not_allowed not_permitted not_authorized not_authoris* not_welcome no_right
    have_no_business i_will_not_tolerate i_wont_tolerate i_decline ban_you dont_you_dare banned_from have_no_permission no_permission_to
    no_consent_to not_have_permission not_have_my_permission not_have_my_consent dont_have_permission dont_have_my_permission dont_have_my_consent
    without_my_consent without_my_permission i_do_not_consent i_dont_consent i_never_consented i_never_agreed never_agreed_to no_business_calling
    not_supposed_to_be_calling arent_supposed_to_be_calling shouldnt_be_calling not_to_be_calling not_consent illegal_to_call illegally_calling`,
  withdraw: 'withdraw* revoke* revoking rescind* cancel* retract* taking_back take_back pull*',
  consent: 'consent consented permission authorization authoris* authorize authorized agree_to agreed_to allow allowed approve opt_in',
  remove: `
    take remove delete erase scrub strike scratch drop wipe cross clear purge taken removed deleted erased off unsubscribe get_me get_us get_my lose
    forget block destroy out removing deleting taking eliminate dump cut exclude wiped scrubbed get_rid_of blocked removal deletion unlist
    deregister bin ditch trash chuck axe toss throw gone kick`,
  erase: `
    remove delete erase scrub wipe wiped purge removed deleted erased lose forget block destroy removing deleting eliminate dump get_rid_of scratch
    strike bin ditch trash chuck axe toss`,
  dial: 'dial use try call ring using dialing keep',
  want: 'want need wish wants accept receive receiving taking take welcome appreciate expect wanna interested_in',
  list: `
    list* database* system* file files records register registry directory books contacts crm roster campaign marketing telemarketing call_list
    calling_list dialer dialler spreadsheet`,
  mine: `
    me us my our this_number the_number number name myself ourselves him her i_want i_be id_like_to_be we_be id_to_be wanna_be want_to_be need_to_be
    asking_to_be wish_to_be mine be_taken be_removed it_from it_off it_out being_taken being_removed`,
  number: `
    my_number our_number this_number our_phone_number my_telephone_number my_cell my_phone my_data my_details my_contact our_details my_info
    my_information our_contact my_personal my_record* our_data this_line s_number mothers_number fathers_number my_name my_mobile my_landline
    our_name our_line my_house_number these_details my_file me_from_your`,
  noCallList: `
    do_not_call dont_call do_not_contact dont_contact no_call no_contact do_not_phone dnc opt_out_list suppression not_to_be_called do_not_ring
    not_to_call no_calls dont_ring do_not_dial not_be_called do_not_telephone no_calling do_not_disturb_list stop_list block_list blacklist
    as_never_call`,
  put: 'put add place register mark flag include note enter stick set make list_me list_us list_this list_my me_down us_down number_down',
  last: `
    the_last_time_you_people this_is_the_last_time thats_the_last_time this_was_the_last_time be_the_last_time last_time_you_call last_time_you_ring
    last_time_you_phone last_time_you_contact last_time_you_bother last_time_anyone last_time_you_guys last_time_you_ever last_time_you_lot
    final_time the_last_call_i the_last_call_you this_is_the_last_call be_the_last_call the_last_call_from the_last_call_to final_call_from
    last_time_your last_time_someone last_time_somebody`,
  hear: 'hear hearing heard deal speak_to talk_to speak_with talk_with',
  fromYou: `
    from_you from_your of_you about_you from_any with_you from_this from_him_or out_of_you you_people you_lot you_guys to_you_ever to_you_again
    with_your_company`,
  whole: `
    opt_out_of_all opt_out_of_any opt_out_of_future opt_out_of_your opt_out_of_these opt_out_please leave_me_be leave_us_be lose_my_number
    lose_this_number leave_me_in_peace leave_us_in_peace i_opt_out i_want_to_opt_out dont_bother_calling dont_bother_ringing dont_bother_phoning
    better_be_the_last make_this_the_last make_that_the_last this_was_the_last take_my_number_off take_our_number_off take_this_number_off
    take_my_number_out get_my_number_off get_my_number_out leave_me_+_alone leave_us_+_alone leave_my_+_alone leave_this_house_alone
    leave_this_number_alone leave_our_family_alone interested_+_stop_calling interested_+_take_me_off interested_+_remove_me
    interested_+_stop_ringing interested_+_stop_phoning interested_+_delete_my interested_+_take_my interested_+_lose_my im_on_the_do_not_call
    were_on_the_do_not_call number_is_on_the_do_not_call numbers_on_the_do_not_call phone_is_on_the_do_not_call im_on_the_dnc
    on_the_national_do_not_call do_not_call_household dont_call_household no_call_household make_sure_nobody_calls make_sure_no_one_calls
    make_sure_noone_calls ensure_nobody_calls ensure_no_one_calls sure_nobody_contacts sure_no_one_contacts sure_nobody_rings sure_no_one_rings
    sure_nobody_phones opt_me_out opt_us_out opting_out want_to_opt_out id_to_opt_out wish_to_opt_out need_to_opt_out wanna_opt_out please_opt
    opt_my_number_out opt_this_number_out count_me_out_of_your opt_out_from opt_out_now want_out_of_this_calling want_out_of_these_calls
    want_off_this_list want_off_your_list want_off_the_list wanna_be_off_your id_to_be_off_your want_to_be_off_your want_off_your_call*
    make_this_the_final make_that_the_final let_this_be_the_last let_that_be_the_last be_the_last_call be_the_last_time_you it_ends_today
    this_ends_now it_ends_now it_stops_now it_stops_today this_stops_now this_stops_today unsubscribe_me_from_these unsubscribe_me_from_your
    unsubscribe_me_from_all unsubscribe_me_from_any unsubscribe_me_from_phone unsubscribe_my_number unsubscribe_+_calls unsubscribe_us_from
    what_part_of_dont what_part_of_do_not what_part_of_no what_part_of_stop what_part_of_leave part_of_+_dont_call part_of_not_interested
    forget_my_number forget_you_+_my_number dont_bother_me_again dont_trouble_me_again not_give_you_permission_to_call never_gave_you_permission
    never_gave_you_my_number take_a_hint take_me_off_your_call_list get_off_my_phone get_off_my_line scrub_me_from scrub_me_out strike_me_from
    strike_me_off get_lost_and ringing_+_please_stop calling_+_please_stop fed_up_with_you_+_calling fed_up_with_you_+_ringing
    fed_up_with_your_calls sick_of_you_+_calling sick_of_your_calls tired_of_your_calls tired_of_you_+_calling sick_of_you_people right_to_object
    object_to_+_marketing want_my_number_gone want_my_name_gone want_my_number_off want_my_details_gone get_off_your_list get_off_this_list
    get_off_your_call* get_off_the_list get_off_that_list get_off_these_lists come_off_your_list take_my_name_off take_our_name_off
    get_our_number_off take_our_number_out take_our_names_off right_to_erasure right_to_be_forgotten my_objection_to objection_to_these
    objection_to_+_calls remove_me_now remove_me_immediately remove_me_right_now remove_me_permanently remove_me_entirely remove_me_completely
    remove_me_for_good remove_us_immediately take_me_off_immediately no_solicitation no_solicitors no_telemarketers no_sales_calls no_cold_calls
    no_marketing_calls number_taken_off number_taken_out number_removed name_taken_off name_removed number_deleted number_blocked number_erased
    every_day_+_has_to_stop ring_me_+_has_to_stop call_me_+_has_to_stop keep_+_has_to_stop phone_quit phone_stop_it registered_with_the_tps
    registered_with_the_telephone registered_with_tps im_on_the_tps were_on_the_tps number_is_on_the_tps on_the_telephone_preference
    want_to_be_left_alone be_left_alone left_alone_please dont_want_to_be_on_your dont_want_to_be_on_this_list dont_want_to_be_on_any
    not_want_to_be_on_your want_+_calls_stopped want_all_calls_+_stopped want_+_calls_to_stop`,
  ask: `
    please kindly want wish like asking ask prefer i_said told_you appreciate could_you can_you rather need interested_and and_dont and_do_not
    so_dont so_do_not thanks_dont thank_you_dont just_dont ok_dont okay_dont interested_dont and_please hereby listen sorry_but insist demand
    request dont_call dont_ring dont_phone dont_contact dont_bother do_not_call do_not_ring do_not_phone do_not_contact do_not_bother
    dont_be_calling never_call told_your asked_you hundred_times times_not not_to_call not_to_ring not_to_phone not_to_contact`,
  tail: `
    here me us anymore thanks thank you at_all all back ok okay alright sir bye goodbye mate guys people folks then this house home period full_stop
    no_more please line sweetheart forever contacted called phoned rung bothered disturbed harassed pestered telephoned in touch out dialed either
    ever_again im not interested serious it i mean`,
  doing: 'called calls calling rang ring rings ringing phoned contacted phoning phones call',
  again: `
    again once_more another_time one_more another_call next_time next_call keep_calling keep_ringing any_more carry_on_calling keep_this_up
    keep_phoning call_back ring_back`,
  when: 'if should_you next_time',
  threat: `
    report* sue lawyer* complain* legal court authorities ftc fcc ofcom ico attorney solicitor* trading_standards cops data_protection regulator
    ombudsman restraining lawsuit information_commissioner press_charges better_business suing hear_from_my attorneys consumer_protection
    small_claims police* legally`,
  other: `
    he she they mother_said mom_said dad_said father_said bank landlord doctor nobody_told nobody_ever nobody_called i_stopped i_never_call
    i_wouldnt_call i_would_not_call i_wont_call i_will_not_call i_quit i_havent_been i_was_told i_dont_call who_never company_stopped id_never_call
    i_cant_stop my_ex my_mother_doesnt my_dad_doesnt my_mum_doesnt my_sister my_brother my_cousin my_aunt my_uncle my_kids the_school i_wont_ever
    i_shouldnt_call i_should_not_call i_dont_ever_call we_never_call we_dont_call people_who the_government the_council broadband_company
    electric_company insurance_company phone_company gas_company my_grandson my_nephew the_previous the_other_company another_company my_neighbours
    anybody_else i_dont_usually husband_said husband_says husband_wants husband_never husband_keeps husband_stopped husband_told_me
    husband_doesnt_want_me wife_said wife_says wife_wants wife_never wife_keeps wife_stopped wife_told_me wife_doesnt_want_me boss_said boss_never
    brother_said brother_says brother_wants brother_never brother_stopped brother_told_me brother_doesnt_want_me sister_said sister_says
    sister_wants sister_never sister_stopped sister_told_me sister_doesnt_want_me son_said son_says son_wants son_never son_keeps son_stopped
    son_told_me son_doesnt_want_me daughter_said daughter_says daughter_wants daughter_never daughter_keeps daughter_stopped daughter_told_me
    daughter_doesnt_want_me neighbor_said neighbour_said mother_never father_never mom_says mom_wants mom_never mom_stopped mom_told_me
    mom_doesnt_want_me mum_said mum_says mum_wants mum_never mum_stopped mum_told_me mum_doesnt_want_me dad_says dad_wants dad_never dad_stopped
    dad_told_me dad_doesnt_want_me my_friend* a_friend friend_of my_colleague* a_colleague my_boss the_customer my_customer* our_customer*
    one_customer customers_who my_client* the_client our_client* someone_else somebody_else someone_told someone_asked someone_said somebody_told
    somebody_said somebody_asked if_someone if_somebody the_neighbors the_neighbours the_guy_who the_lady_who this_guy_i dad_told_a mum_told_a
    mom_told_a husband_told_a wife_told_a husband_told_some wife_told_some son_told_a sister_told_a brother_told_a i_wont_be_call* i_wont_be_ring*
    i_wont_be_phon* i_dont_phone i_dont_ring`,
  them: `
    him her them hotline back_numbers your_sister your_brother your_father your_mother your_dad your_mum your_mom the_dog the_cat the_baby grandma
    grandpa granny nana each_other me_names me_mom me_mum my_ex people_that call_me_sir call_me_maam call_me_mr call_me_mrs call_me_miss
    call_me_doctor call_me_honey call_me_mister call_me_sweetheart call_me_baby call_me_darling call_me_stupid call_me_names call_me_love call_me_a
    call_me_the call_me_that call_me_by call_me_mom calling_me_honey calling_me_baby calling_me_stupid calling_me_names calling_me_love calling_me_a
    calling_me_the calling_me_crazy call_the_doctor call_a_doctor call_the_hotline call_the_police call_an_ambulance mummy mommy daddy papa grandad
    nan granddad uncle auntie calling_me_mister calling_me_sir calling_me_maam calling_me_mrs calling_me_mr calling_me_miss calling_me_by`,
  told: `
    take_+_down when_did did_they did_he did_she is_it_true how_come would_you_mind_if dont_mind wouldnt_mind dont_forget never_forget forget_to
    miss missed dont_stop may_call_again can_call_again call_you_again ring_you_again but_call but_you_can but_ring phone_stopped cant_stop
    wont_stop recorded recording hesitate not_saying got_no ignore_my let_me_call i_can_call can_i_call we_call i_+_call_you i_+_call_you_back
    you_can_call do_you_call i_call did_you_call could_i_call me_call i_deleted i_removed was_deleted was_removed accident* i_stop consent_form
    contact_person send_me write_me why_did why_dont_you_call why_dont_you_ring why_dont_they why_doesnt why_wont why_would why_have why_havent
    why_hasnt why_has why_is why_not why_cant why_didnt why_do_people why_isnt alone_for_a alone_for_five alone_for_two alone_for_ten alone_for_one
    alone_until alone_till alone_while alone_now_im just_for_a_minute just_a_minute just_a_second just_a_sec for_a_second for_a_minute for_a_sec
    for_five_minutes for_ten_minutes for_an_hour for_a_moment for_one_second for_two_minutes dont_answer_+_call if_i_dont if_i_do_not if_theres_no
    if_nobody if_no_one if_im_not if_he_doesnt if_she_doesnt if_the_line if_the_call if_we_get if_i_lose if_you_dont_reach if_you_dont_get
    if_you_cant_reach just_call just_ring just_try keep_trying no_answer call_again_later call_again_in call_back_later call_back_in
    please_call_again please_ring_me please_ring_back please_call_back please_call_me please_try please_phone_me please_phone_again please_do_call
    could_you_call_me could_you_call_again could_you_ring_me can_you_call_me can_you_call_again can_you_ring can_you_phone can_you_call_back
    could_you_phone could_you_call_back could_you_ring_back cant_talk cant_speak cant_hear bad_time bad_moment bad_day bad_timing in_a_meeting
    im_driving im_busy_right im_just_busy its_just_the not_that_i not_because_i its_not_that it_isnt_that isnt_that not_as_if its_not_i
    its_not_because its_not_as its_not_you its_not_me not_i_dont not_asking not_to_say not_suggesting not_claiming arent_saying wasnt_saying
    never_said didnt_say dont_say never_told didnt_tell didnt_mean dont_mean doesnt_mean never_asked_you_to_stop didnt_ask_you_to_stop
    didnt_ask_to_be never_asked_to_be didnt_want_you_to hate_for_you_to_stop hate_to_be dont_want_you_to_stop dont_want_to_opt
    dont_want_to_be_removed dont_want_to_be_taken not_want_to_be_removed not_want_to_be_taken no_need_to_remove no_need_to_take dont_need_to_remove
    dont_need_to_take not_complaining used_to years_ago ages_ago a_while_back back_then back_in_the told_them told_him told_her asked_them asked_him
    i_once we_once once_asked once_told was_on_the_do_not i_was_on were_you_on when_i_was my_old i_had_once previous_owner previously_asked
    last_year_i what_happens what_would_happen what_if how_does how_long do_i_need do_you_have_a do_you_also do_you_ever do_people does_it does_that
    does_this did_anyone did_anybody did_someone was_it were_they have_you_ever have_you_taken have_you_removed have_you_put have_you_stopped am_i
    is_my_number is_there_a_list is_there_a_do_not is_it_possible_that is_it_because will_they would_they would_i_still will_i_still will_i_be
    will_i_get would_that would_it will_that will_it could_it_be should_i who_told who_said who_asked are_you_saying are_you_telling do_you_mean
    so_you_wont so_youre_not so_you_never any_idea_why i_wonder wondering curious off_the_do_not_call off_your_do_not_call off_that_do_not_call
    off_the_dnc off_your_dnc from_the_do_not_call from_your_do_not_call off_the_no_call off_the_suppression off_the_tps off_the_block*
    want_to_be_on_the_do_not thought_you thought_youd i_thought i_figured i_assumed afraid_you afraid_youd worried_you never_got never_received
    never_had never_get never_getting didnt_get didnt_receive havent_had havent_received havent_got havent_gotten had_no dont_get_many dont_seem_to
    dont_hear_from never_heard_from didnt_hear havent_heard nobody_ever_calls nobody_calls_me_anymore nobody_rings_me_anymore
    nobody_phones_me_anymore nobody_calls_anymore nobody_calls_here stop_by stop_in stop_at stop_there_for stop_for_a calls_cut cut_out
    keeps_dropping calls_drop* call_drop* got_cut phone_died battery stay_on_the_phone im_not_allowed were_not_allowed use_my use_the call_my_cell
    call_my_mobile call_the_office call_my_office call_the_landline my_cell_instead my_mobile_instead cell_instead mobile_instead try_my call_me_on
    call_me_at reach_me_on reach_me_at ring_me_on at_work during_dinner during_work so_early so_late this_early this_late on_sundays on_weekends
    at_weekends on_the_weekend at_night before_nine before_ten before_eight after_eight after_nine in_the_middle_of_the my_work_phone
    my_office_number calling_the_office my_work_number the_shop not_the_phone phones_fine phone_is_fine calls_are_fine calling_is_fine fine_with_me
    ok_with_me okay_with_me fine_to_call ok_to_call okay_to_call can_still_call still_call can_call_me you_can_phone you_can_ring you_can_still
    happy_for_you feel_free always_call fine_now thats_fine please_keep_calling keep_me_on out_of_the_email* out_of_email* out_of_texts
    out_of_the_text* out_of_the_newsletter out_of_paper* out_of_the_mail* out_of_mail* out_of_the_survey out_of_post* out_of_the_trial
    out_of_the_pension out_of_the_plan from_your_email* from_your_newsletter from_the_newsletter from_your_mail* from_the_email* from_your_texts
    from_text* of_the_warranty of_the_insurance of_the_program* from_your_magazine wont_reach cant_reach wont_get_me not_reach_me old_number
    the_old_one number_has_changed changed_my_number new_number wrong_with wont_have_to dont_have_to_call_me_again dont_need_to_call_me_back
    ill_email ill_come ill_pop ill_drop ill_be_in i_blocked i_forget i_forgot i_lost was_blocked got_blocked been_blocked is_blocked by_mistake
    in_error not_telling_you_not not_telling_you_to_stop do_i_have_to_be do_i_have_to_reg* do_i_have_to_get never_hear_from_you_any* never_hear_back
    never_hear_anything never_hear_from_my never_hear_from_them never_hear_from_your dont_get_calls dont_get_any_calls i_never_hear_from_anyone
    my_question a_question question_is the_question more_questions any_questions questions not_received did_you_take did_you_remove did_you_put
    did_you_stop did_you_delete did_you_block did_you_say did_you_not did_you_just did_you_already did_you_try did_you_never did_you_ever
    did_you_want did_i_ask did_i_say did_i_miss did_i_forget did_i_get yesterday_i did_my did_your_colleague off_the_guest off_the_order
    off_the_invoice off_the_account off_the_booking off_the_waiting off_the_bill off_the_team off_the_policy off_the_contract off_the_insurance
    off_the_reservation off_your_mail* off_your_email* off_the_email* off_the_ticket wouldnt_say cant_say couldnt_say not_every hilarious
    are_you_allowed are_you_still_allowed can_you_still if_im_on if_i_am_on if_i_say if_i_ask if_i_tell if_i_register if_i_opt if_i_unsubscribe
    if_i_sign when_i_opt once_i_opt if_i_get_taken if_i_want_to_stop not_the_calls not_calls nobody_has no_one_has since_then nobody_contacted
    nobody_called no_one_called no_one_contacted never_called_back never_rang_back hasnt_called havent_called is_this_the is_that_the was_that_the
    was_this_the be_sad be_upset a_shame shame_if a_pity be_sorry_if would_bother_me youre_not_bothering youre_not_disturbing not_bothering_me
    not_disturbing_me no_bother never_called_me_back never_rang_me_back never_phoned_me_back never_contacted_me_back never_called_me_yesterday
    never_called_me_last me_yesterday you_people_never you_didnt_call_back you_didnt_call_me how_would_someone how_would_somebody ill_call_you
    ill_call_back ill_ring_you ill_ring_back ill_phone_you call_it_a call_it_off call_it_quits have_to_keep_calling to_keep_calling had_my_number
    i_had_my dont_think_you_should_stop dont_think_you_need_to_stop dont_think_you_have_to_stop dont_think_i_said her_number_on his_number_on
    she_put he_put they_put do_you_people_ever do_you_guys_ever do_you_all_ever said_youd_call said_you_would_call i_do_not_call they_dont_call
    you_dont_call people_dont_call you_do_not_call they_do_not_call is_it_automatic and_you_didnt_call on_the_phone not_on_any not_on_the_do
    have_no_more_time no_more_time call_later call_me_later ring_me_later on_a_call calling_the_landline ringing_the_landline not_the_landline
    on_the_landline left_alone_for wasnt_asking wasnt_telling never_been_on decided_not told_me_not i_chose_not did_somebody and_call_me_back
    then_call_me_back or_call_me_back to_call_me_back call_me_back_at call_me_back_on call_me_back_when call_me_back_in call_me_back_later
    call_me_back_tomorrow call_me_back_next you_never_disturb you_never_bother number_to_call you_never_call people_never_call they_never_call
    nobody_call why_does`,
  limit: `
    until till while mornings morning evening evenings afternoon* weekend* monday* tuesday* wednesday* thursday* friday* saturday* sunday* tonight
    tomorrow at_work at_home at_night unless lunch* dinner this_week this_month next_week for_now for_a_while for_the_moment at_the_moment during
    this_early this_late so_early so_late on_my_work my_landline the_landline the_shop at_my_desk at_my_job at_my_work my_work from_withheld
    withheld private_number blocked_number between past at_dinner dinnertime noon midnight weekdays the_weekend on_holiday on_vacation before_noon
    before_lunch before_dinner before_the before_i before_we before_my before_they before_work before_monday before_five before_seven before_eight
    before_nine before_ten before_school before_8 before_9 before_10 before_11 after_noon after_lunch after_dinner after_they after_work after_five
    after_six after_seven after_eight after_nine after_midnight after_dark after_school after_8 after_9 after_10 after_11 after_hours work_phone
    work_number work_hours working_hours business_hours office_hours my_office the_office office_number office_phone office_line not_today
    today_please call_today me_today again_today anymore_today more_today for_today calls_today today_im today_but today_because me_twice
    again_twice call_twice ring_twice`,
  things: `
    emails email newsletter item product second_item order booking appointment invoice subscription guest waiting team sentence yet parcel delivery
    texts text_messages sms letters mailing flyer* catalog* brochure* magazine* plan card reservation* ticket* address extra app duplicate payment*
    review photo* picture* basket cart wishlist playlist voicemail* message* file_from recipe off_hold`,
  instead: 'instead rather better call_my_cell call_my_mobile call_my_husband call_my_wife',
  aside: `
    talking_to_my honey sweetie buddy mommy daddy mummys mommys im_on_the_phone sorry_about_that sorry_go_on sorry_that_was sorry_the_dog
    talking_to_the not_you talking_to_him talking_to_her was_to_my was_for_my was_the_dog was_my_kid sorry_my_son sorry_my_daughter sorry_the_kids
    sorry_my_kid* sorry_about_the on_the_phone_with wasnt_you on_a_call kids_im`,
  register: `
    tps telephone_preference_service do_not_call_registry the_tps corporate_tps ctps do_not_call_list dnc_list dnc_registry national_do_not_call`,
  that: 'that if',
}
