import type { Requests } from '../../grammar.ts'

export const en: Requests = {
  contact: `
    call ring phone dial telephone contact bother disturb hassle harass pester bug try_me try_us get_in_touch reach_out reach_me reach_us calling ringing
    phoning dialing dialling contacting bothering disturbing harassing hassling pestering telephoning called_me called_us rang_me rang_us rang_this phoned_me
    phoned_us contacted_me contacted_us called_this bothered_us bothered_me pick_up_the_phone spam solicit telephones phones_me rings_me contacts_me calls_me
    bothers_me calls_us rings_us calls_here calls_this calls_it hounding hound spamming cold_calling cold_call robocall robocalling blowing_up_my blow_up_my
    badger badgering nagging buzz_me hit_me_up soliciting troubling trouble_me phoned_this rung_me rung_us rings_this hit_this_number hit_my_phone hit_my_line
    dialed be_dialed be_dialled is_dialed ring_up call_up phone_up be_calling be_ringing be_phoning be_bothering be_contacting be_texting_or try_this_number
    reach_me_by reach_us_by reach_me_on approach approaching follow_up_by_phone follow_up_by_telephone come_calling dial_me dial_us dial_this telemarket
    pestered intrude on_my_phone hitting_this_number hitting_up chase_me chasing_me do_it_again do_that_again do_this_again try_it_again try_this_again
    quit_calling hitting_me_up keep_my_number annoy nag annoying text_me message_me texting_me messaging_me this_extension bugging text_us text_here text_this
    text_my persist insist_on_calling pitching pitch sell_me sell_us selling_me selling_us follow_up_with following_up bombard bombarding stalk canvass plague
    target interrupt`,
  contacted: `
    be_called being_called be_contacted being_contacted be_phoned be_rung be_dialed be_dialled be_disturbed be_bothered be_harassed be_telephoned called_by
    contacted_by disturbed bothered be_pestered be_hassled be_spammed be_solicited be_hounded be_rang be_cold_called get_called getting_called getting_phoned
    phoned_by rung_by getting_calls get_calls being_bothered being_phoned being_rung being_harassed being_pestered be_robocalled number_isnt_called
    number_is_not_called number_is_never_called number_isnt_contacted be_rung_up be_approached being_telephoned being_dialed be_on_the_receiving gets_called
    gets_dialed is_called_by is_never_called is_never_dialed is_not_dialed be_chased be_annoyed being_annoyed be_marketed be_reached_by reached_again
    im_never_contacted i_am_never_contacted im_never_called im_not_contacted im_not_called were_never_contacted were_not_called i_am_not_called
    i_am_never_called`,
  calls: `
    calls phone_call* phonecalls robocalls telemarketing contact_with_you contact_from call_from sales_call* harassment cold_calls marketing_calls spam_calls
    nuisance_calls solicitation* one_more_call another_call call_here_again call_+_again_and ring_+_again_and phone_+_again_and contact_+_again_and
    further_contact all_contact any_contact next_call direct_marketing call_me_one call_here_one call_one ring_me_one phone_me_one call_this_number_one
    call_us_one ring_here_one keep_calling keep_ringing keep_phoning keep_bothering keep_blowing keep_contacting keep_this_up carry_on_calling phoning robocall*
    cold_call cold_calling telesales sales_pitch* telephone_calls unwanted_calls unsolicited_calls telephone_marketing phone_marketing these_phone ringing_from
    communication communications correspondence outreach all_marketing any_marketing future_calls attempts_to_contact attempts_to_reach attempts_to_call
    contact_attempts phone_campaigns calling_campaigns bombarding bombardment phone_pitches`,
  no: `
    not dont doesnt didnt wont cant cannot mustnt shouldnt wouldnt isnt arent nobody none neither without noone never any_reason nor no_more no_further no_calls
    no_contact no_additional no_phone no_longer no_sales no_one no_need no_point aint no_wish no_desire no_intention`,
  more: `
    again anymore any_more any_longer more further longer in_future in_the_future ever evermore from_now_on another additional under_any_circumstances once_more
    one_more_time going_forward moving_forward at_any_time for_good permanently full_stop for_any_reason in_any_way by_any_means`,
  never: `
    never nevermore no_longer not_ever dont_ever dont_you_ever dont_you_dare under_no_circumstances on_no_account in_no_way for_no_reason by_no_means let_nobody
    let_no_one dont_let_anyone dont_let_anybody`,
  stop: `
    stop quit cease halt discontinue desist refrain stopped_calling_me end_these end_all end_the knock_off give_up cut_out pack_it_in pack_in knock_it_off
    cut_it_out lay_off cut_the_calls cut_your_calls knock_this_off cease_and_desist pack_this_in cut_this_out stopping leave_off drop_it_with enough_of_this
    knock_it_off_with stop_hitting_me stop_hitting save_yourself save_your give_over ceased you_stopped you_people_stopped you_guys_stopped you_all_stopped
    you_lot_stopped you_quit you_folks_stopped people_stopped_calling if_you_people_stopped end_calling end_contacting end_ringing end_phoning an_end_to
    an_immediate_end the_end_of an_end_of immediate_halt spare_me spare_us`,
  stopThat: `
    cut_it_out cut_this_out cut_that_out stop_it stop_this stop_that knock_it_off pack_it_in give_it_a_rest quit_it enough_already enough_is_enough drop_it
    leave_it_out give_it_up it_has_to_stop it_needs_to_stop this_has_to_stop this_needs_to_stop it_must_stop just_stop please_stop get_the_hint get_the_message
    take_the_hint has_to_end have_to_end must_end needs_to_end thats_enough that_is_enough never_again`,
  repeated: `
    second_time third_time fourth_time fifth_time sixth_time seventh_time tenth_time umpteenth_time hundredth_time nth_time last_time_ill times_do_i
    times_must_i times_have_i times_ive times_i_have times_i already_told_you already_asked_you told_you_to told_you_people told_you_guys told_you_before
    ive_asked_you i_asked_you asked_you_to asked_you_people asked_you_before told_you_already weve_asked ive_asked have_asked asked_to_be asked_you_twice
    asked_you_three asked_twice asked_you_politely asked_politely politely_asked asked_you_nicely been_told told_twice told_you_twice told_your
    told_your_colleague* times_already told_the_last told_the_other told_the_previous told_the_agent told_your_agent`,
  enough: `
    no_more no_further no_additional enough_of enough_with zero done_with sick_of fed_up_with had_it_with put_an_end_to enough_already enough_calls end_of_the
    no_more_of_these no_more_of_your sick_and_tired_of tired_of enough_with_the im_done_with were_done_with i_am_done_with over_these had_enough_of fed_up_of
    sick_to_death_of no_more_of_this no_more_of_that no_more_please no_more_ringing up_to_here had_my_fill`,
  forbid: `
    forbid prohibit i_refuse we_refuse i_object we_object not_allowed not_permitted not_authorized not_authoris* not_welcome no_right have_no_business
    i_will_not_tolerate i_wont_tolerate ban_you dont_you_dare banned_from have_no_permission no_permission_to no_consent_to not_have_permission
    not_have_my_permission not_have_my_consent dont_have_permission dont_have_my_permission dont_have_my_consent without_my_consent without_my_permission
    i_do_not_consent i_dont_consent i_never_consented i_never_agreed never_agreed_to no_business_calling not_supposed_to_be_calling arent_supposed_to_be_calling
    shouldnt_be_calling not_to_be_calling not_consent illegal_to_call illegally_calling unwelcome unwanted not_wanted unsolicited you_are_not_to youre_not_to
    you_must_not you_mustnt you_may_not no_permission no_consent refuse_to_be refuse_any refuse_all refuse_further opposed_to i_do_not_want_you_to
    i_dont_authorize i_do_not_authorize do_not_have_my_consent do_not_have_permission do_not_have_my_permission not_have_consent never_gave_you_consent
    never_gave_consent never_gave_you_my_consent never_signed_up_for never_asked_for_these object_to_you permission_to_keep_my i_oppose we_oppose have_no_desire
    have_no_wish id_hate_to_be reject waive forbidden_from forbidden_to prohibited_from decline_any decline_further decline_all reject_any not_to_contact_me
    i_decline dont_like_these dont_like_you_+_calling dont_like_people_+_calling can_do_without do_without off_limits prefer_no`,
  withdraw: 'withdraw* revoke* revoking rescind* cancel* retract* taking_back take_back pull* withdrawn revoked rescinded retracted',
  consent: 'consent consented permission authorization authoris* authorize authorized agree_to agreed_to allow allowed approve opt_in permission_to_keep',
  remove: `
    take remove delete erase scrub strike scratch drop wipe cross clear purge taken removed deleted erased off unsubscribe get_me get_us get_my lose forget
    block destroy out removing deleting taking eliminate dump cut exclude wiped scrubbed get_rid_of blocked removal deletion unlist deregister bin ditch trash
    chuck axe toss throw gone kick want_out this_phone rotation dropped want_off i_want_off pull withdraw leave_us_out leave_me_out disappears disappear vanish
    vanishes left_off left_out_of`,
  erase: `
    remove delete erase scrub wipe wiped purge removed deleted erased lose forget block destroy removing deleting eliminate dump get_rid_of scratch strike bin
    ditch trash chuck axe toss take_me_off take_us_off get_me_off burn shred unsubscribe_me unsubscribe_us unsubscribe_this discard dispose_of lost forgot`,
  dial: 'dial use try call ring using dialing keep processing storing process store hold retain',
  doIt: 'do_that do_it do_this doing_it doing_that doing_this happen make_them make_any',
  want: `
    want need wish wants accept receive receiving taking take welcome appreciate expect wanna interested_in like_to_receive to_receive to_get to_take tolerate
    entertain require wanted`,
  list: `
    list* database* system* file files records register registry directory books crm roster campaign marketing telemarketing call_list calling_list dialer
    dialler spreadsheet dialing_list call_sheet calling_system phone_list marketing_list contact_list mailing_and_call whatever_list your_end rolodex roll
    autodialer dialing_system contacts_list your_contacts my_contacts everything_youve everything_you_have computer archive data phone_book phonebook
    mailing_list memory`,
  callList: 'call_list calling_list phone_list telephone_list dialing_list cold_call_list telemarketing_list marketing_list',
  mine: `
    me us my our this_number the_number number name myself ourselves him her i_want i_be id_like_to_be we_be id_to_be wanna_be want_to_be need_to_be
    asking_to_be wish_to_be mine be_taken be_removed it_from it_off it_out being_taken being_removed ours id_be_removed to_be_taken to_be_removed to_be_deleted
    to_be_off want_to_come be_dropped to_be_dropped can_i_get can_i_be could_i_get could_i_be`,
  number: `
    my_number our_number this_number our_phone_number my_telephone_number my_cell my_phone my_data my_details my_contact our_details my_info my_information
    our_contact my_personal my_record* our_data this_line s_number mothers_number fathers_number my_name my_mobile my_landline our_name our_line my_house_number
    these_details my_file me_from_your all_my_data all_my_details all_my_information my_phone_number my_cell_number my_home_number my_home_phone my_entry
    my_personal_data my_personal_details my_personal_information our_contact_details our_telephone mums_number moms_number dads_number everything_you_have_on_me
    everything_you_have_about_me whatever_you_have_on_me me_out_of_your me_out_of_the me_out_of_that me_out_of_this my_+_number our_+_number private_number
    this_phone this_cell this_cell_phone this_landline this_mobile this_extension this_telephone my_extension my_email my_profile my_line our_landline
    my_telephone all_the_information_you all_information_you all_the_data_you information_about_me data_about_me information_on_me
    the_information_you_+_about_me information_you_hold_about information_you_have_on data_you_hold data_you_have everything_about_me`,
  noCallList: `
    do_not_call dont_call do_not_contact dont_contact no_call no_contact do_not_phone dnc opt_out_list suppression not_to_be_called do_not_ring not_to_call
    no_calls dont_ring do_not_dial not_be_called do_not_telephone no_calling do_not_disturb_list stop_list block_list blacklist as_never_call never_call
    never_contact never_phone never_to_be_called never_be_called wants_no_calls want_no_calls no_longer_be_called no_longer_wish not_want_calls
    not_want_to_be_called dont_want_calls dont_want_to_be_called doesnt_want_calls not_wish_to_be hate_being_called hate_to_be_called dont_like_being_called
    dont_like_calls hate_calls hate_getting dont_wish_to dont_want_to_be who_hate_being people_who_hate`,
  put: 'put add place register mark flag include note enter stick set make list_me list_us list_this list_my me_down us_down number_down respect honor honour',
  last: `
    the_last_time_you_people this_is_the_last_time thats_the_last_time this_was_the_last_time be_the_last_time last_time_you_call last_time_you_ring
    last_time_you_phone last_time_you_contact last_time_you_bother last_time_anyone last_time_you_guys last_time_you_ever last_time_you_lot final_time
    the_last_call_i the_last_call_you this_is_the_last_call be_the_last_call the_last_call_from the_last_call_to final_call_from last_time_your
    last_time_someone last_time_somebody last_call_ill last_call_i last_call_we last_one_you last_phone_call this_the_last_call that_the_last_call
    the_last_i_hear`,
  hear: `
    hear hearing heard deal speak_to talk_to speak_with talk_with anything_to_do anything_more_to_do something_to_do nothing_more_to_do nothing_to_do
    anything_to_do_with see`,
  fromYou: `
    from_you from_your of_you about_you from_any with_you from_this from_him_or out_of_you you_people you_lot you_guys to_you_ever to_you_again
    with_your_company with_your with_you_people with_you_lot your_company this_company of_this_company of_your_company from_this_company this_firm your_number
    to_you_now to_you_people`,
  whole: `
    opt_out_of_all opt_out_of_any opt_out_of_future opt_out_of_your opt_out_of_these opt_out_please leave_me_be leave_us_be lose_my_number lose_this_number
    leave_me_in_peace leave_us_in_peace i_opt_out i_want_to_opt_out dont_bother_calling dont_bother_ringing dont_bother_phoning better_be_the_last
    make_this_the_last make_that_the_last this_was_the_last take_my_number_off take_our_number_off take_this_number_off take_my_number_out get_my_number_off
    get_my_number_out leave_me_+_alone leave_us_+_alone leave_my_+_alone leave_this_house_alone leave_this_number_alone leave_our_family_alone
    interested_+_stop_calling interested_+_take_me_off interested_+_remove_me interested_+_stop_ringing interested_+_stop_phoning interested_+_delete_my
    interested_+_take_my interested_+_lose_my im_on_the_do_not_call were_on_the_do_not_call number_is_on_the_do_not_call numbers_on_the_do_not_call
    phone_is_on_the_do_not_call im_on_the_dnc on_the_national_do_not_call do_not_call_household dont_call_household no_call_household make_sure_nobody_calls
    make_sure_no_one_calls make_sure_noone_calls ensure_nobody_calls ensure_no_one_calls sure_nobody_contacts sure_no_one_contacts sure_nobody_rings
    sure_no_one_rings sure_nobody_phones opt_me_out opt_us_out opting_out want_to_opt_out id_to_opt_out wish_to_opt_out need_to_opt_out wanna_opt_out please_opt
    opt_my_number_out opt_this_number_out count_me_out_of_your opt_out_from opt_out_now want_out_of_this_calling want_out_of_these_calls want_off_this_list
    want_off_your_list want_off_the_list wanna_be_off_your id_to_be_off_your want_to_be_off_your want_off_your_call* make_this_the_final make_that_the_final
    let_this_be_the_last let_that_be_the_last be_the_last_call be_the_last_time_you it_ends_today this_ends_now it_ends_now it_stops_now it_stops_today
    this_stops_now this_stops_today unsubscribe_me_from_these unsubscribe_me_from_your unsubscribe_me_from_all unsubscribe_me_from_any unsubscribe_me_from_phone
    unsubscribe_my_number unsubscribe_+_calls unsubscribe_us_from what_part_of_dont what_part_of_do_not what_part_of_no what_part_of_stop what_part_of_leave
    part_of_+_dont_call part_of_not_interested forget_my_number forget_you_+_my_number dont_bother_me_again dont_trouble_me_again
    not_give_you_permission_to_call never_gave_you_permission never_gave_you_my_number take_a_hint take_me_off_your_call_list get_off_my_phone get_off_my_line
    scrub_me_from scrub_me_out strike_me_from strike_me_off get_lost_and ringing_+_please_stop calling_+_please_stop fed_up_with_you_+_calling
    fed_up_with_you_+_ringing fed_up_with_your_calls sick_of_you_+_calling sick_of_your_calls tired_of_your_calls tired_of_you_+_calling sick_of_you_people
    right_to_object object_to_+_marketing want_my_number_gone want_my_name_gone want_my_number_off want_my_details_gone get_off_your_list get_off_this_list
    get_off_your_call* get_off_the_list get_off_that_list get_off_these_lists come_off_your_list take_my_name_off take_our_name_off get_our_number_off
    take_our_number_out take_our_names_off right_to_erasure right_to_be_forgotten my_objection_to objection_to_these objection_to_+_calls remove_me_now
    remove_me_immediately remove_me_right_now remove_me_permanently remove_me_entirely remove_me_completely remove_me_for_good remove_us_immediately
    take_me_off_immediately no_solicitation no_solicitors no_telemarketers no_sales_calls no_cold_calls no_marketing_calls number_taken_off number_taken_out
    number_removed name_taken_off name_removed number_deleted number_blocked number_erased every_day_+_has_to_stop ring_me_+_has_to_stop call_me_+_has_to_stop
    keep_+_has_to_stop phone_quit phone_stop_it registered_with_the_tps registered_with_the_telephone registered_with_tps im_on_the_tps were_on_the_tps
    number_is_on_the_tps on_the_telephone_preference want_to_be_left_alone be_left_alone left_alone_please dont_want_to_be_on_your dont_want_to_be_on_this_list
    dont_want_to_be_on_any not_want_to_be_on_your want_+_calls_stopped want_all_calls_+_stopped want_+_calls_to_stop leave_me_the_hell_alone
    stop_it_with_the_calls lose_our_number dont_bother_calling_back dont_bother_ringing_back dont_bother_phoning_back save_yourself_the_call
    save_your_breath_and_take scratch_me_off cross_me_off cross_us_off wipe_me_off wipe_us_off take_us_off_your take_me_off_your take_me_off_the_call
    take_me_off_of take_us_off_the take_me_off_that_list take_me_off_whatever leave_our_house_alone leave_this_family_alone dont_be_bothering_me
    quit_bothering_me stop_bothering_me make_it_stop_with_these calls_stop_please forget_about_me forget_we_exist forget_i_exist no_so_knock_it_off
    so_knock_it_off cancel_all_the_calls cancel_the_calls cancel_these_calls cancel_your_calls calls_stop_cause no_more_of_this no_more_of_these pack_it_in
    cant_be_doing_with_these pack_this_in cut_it_out_with cross_my_number_off no_use_calling no_point_calling no_point_ringing no_point_in_calling
    no_point_in_ringing no_sense_in_calling no_use_in_calling no_use_ringing theres_no_use_calling right_not_to_be_called right_not_to_be_contacted
    right_to_not_be_called right_not_to_be_phoned i_want_out want_one_ever not_one_more_call stay_off_my_phone me_out_of_your_calling leave_me_out_of
    your_list_to_take nobody_+_wants_to_hear_from nothing_to_call_about no_reason_for_you_to_+_phone no_reason_for_you_to_+_call no_reason_to_call_me i_want_off
    want_off do_not_want_these_phone doesnt_belong_in_your doesnt_belong_on_your does_not_belong_in_your has_no_place_in_your no_cold_calling_household
    no_cold_calling want_my_details_taken want_us_taken want_to_be_taken want_my_data_taken cease_and_desist take_my_landline_off take_my_+_off_your
    subscription_to_your_phone subscription_to_your_calls dont_even_bother subscription_to_your_+_calls my_opt_out consider_me_unsubscribed if_you_never_call*
    if_you_never_ring* if_you_never_phon* if_you_never_contact* just_let_me_be please_let_me_be let_me_be_in_peace`,
  ask: `
    please kindly want wish like asking ask prefer i_said told_you appreciate could_you can_you rather need interested_and and_dont and_do_not so_dont so_do_not
    thanks_dont thank_you_dont just_dont ok_dont okay_dont interested_dont and_please hereby listen sorry_but insist demand request dont_call dont_ring
    dont_phone dont_contact dont_bother do_not_call do_not_ring do_not_phone do_not_contact do_not_bother dont_be_calling never_call told_your asked_you
    hundred_times times_not not_to_call not_to_ring not_to_phone not_to_contact needed`,
  tail: `
    here me us anymore thanks thank you at_all all back ok okay alright sir bye goodbye mate guys people folks then this house home period full_stop no_more
    please line sweetheart forever contacted called phoned rung bothered disturbed harassed pestered telephoned in touch out dialed either ever_again im not
    interested serious it i mean young_man young_lady love dear darling honey bud buddy pal man bro dude friend ma_am maam miss kindly ya ok_bye bye_now now
    at_this_number on_this_number on_this_phone at_this_address about_this about_that about_it about_anything regarding_this okay_thanks for_real seriously
    because get_it got_it understood clear at_all_please ever_please immediately permanently completely entirely too also right_away straight_away already off`,
  doing: `
    called calls calling rang ring rings ringing phoned contacted phoning phones call hear_from_you hear_from_your hear_your_voice text texting keep_calling
    keep_ringing keep_phoning this_happens happens_again happen_again`,
  again: `
    again once_more another_time one_more another_call next_time next_call keep_calling keep_ringing any_more carry_on_calling keep_this_up keep_phoning
    call_back ring_back see_this_number_again see_this_number see_your_number again_on_my any_further further_calls one_more_time still_in_your still_on_your
    still_there`,
  when: 'if should_you next_time one_more_time call_again_and call_again_i call_me_again_and ring_me_again_and phone_me_again_and',
  threat: `
    report* sue lawyer* complain* legal court authorities ftc fcc ofcom ico attorney solicitor* trading_standards cops data_protection regulator ombudsman
    restraining lawsuit information_commissioner press_charges better_business suing hear_from_my attorneys consumer_protection small_claims police* legally
    pressing_charges charges attorney_general harassment_charges small_claims_court fine_you sue_you file_a_complaint filing_a_complaint take_legal take_action
    bbb considered_harassment be_harassment treated_as_harassment block_you sheriff constable police_station cease_and_desist_letter ill_sue go_to_court
    take_you_to_court lawyer take_this_further take_it_further take_steps take_measures`,
  register: 'tps telephone_preference_service do_not_call_registry the_tps corporate_tps ctps do_not_call_list dnc_list dnc_registry national_do_not_call',
  that: 'that if',
  and: 'and not_interested no_interest no_thanks no_thank_you not_buying dont_want_it dont_want_any dont_need_it dont_need_any',
  filler: 'um er like',
  you: 'you anyone anybody someone somebod* your any_of_your people nobody_calls',
  request: `
    could_you can_you would_you will_you wont_you cant_you couldnt_you can_i_be can_i_get can_i_please could_i_be could_i_get could_i_please may_i_be
    may_i_please can_we_be can_we_please could_we_be might_i would_it_be_possible is_it_possible_to how_many_times how_often_do_i how_many_more what_part
    why_dont_you why_wont_you why_cant_you when_will_you when_are_you_going may_i_ask_you can_someone can_somebody could_someone could_somebody can_we_agree
    do_you_mind would_you_mind dont_you_understand how_do_i_get_you how_do_i_make_you what_do_i_have_to_do is_it_too_much why_cant_you_people why_do_you_not
    can_i_ask may_i_ask could_i_ask can_we_ask how_about how_hard_is_it how_difficult_is_it is_it_so_hard is_it_that_hard when_are_you_people when_are_you_guys
    what_must_i_do`,
  so: 'so therefore hence and_i_dont_want and_i_do_not_want and_i_want and_we_dont_want and_please made_myself_clear id_been_clear i_was_clear',
  leave: 'leave leaving left',
  peace: 'alone in_peace me_be us_be',
  anyNumber: 'the_number that_number number this_number',
}
