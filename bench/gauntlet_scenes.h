/* gauntlet_scenes.h - the table of the scenes: X(name, function, argument, 1 when it is compared with dt/16, 0 when it
   takes too long for the tests, truth). Names are made of words from the general to the special, so that a prefix
   selects a family. */
#ifndef TACT_GAUNTLET_SCENES_H
#define TACT_GAUNTLET_SCENES_H
#include "gauntlet_everyday.h"
#include "gauntlet_ground.h"
#include "gauntlet_machines.h"
#include "gauntlet_worlds.h"

// clang-format off
#define GAUNTLET_SCENES(X) \
    X(chain_ball, scene_chain, 0, 0, 1, "conservative: energy, closed joints") \
    X(chain_hinge, scene_chain, 1, 0, 1, "conservative: energy, closed joints") \
    X(chain_universal, scene_chain, 2, 0, 1, "conservative: energy, closed joints") \
    X(chain_long, scene_chain_long, 0, 0, 1, "conservative: energy, closed joints") \
    X(rope_swing, scene_rope_swing, 0, 0, 1, "conservative: energy, closed joints") \
    X(rope_hangs, scene_rope_hangs, 0, 0, 1, "equilibrium from the start: rests") \
    X(bridge, scene_bridge, 0, 0, 1, "conservative: energy, closed joints") \
    X(bridge_taut, scene_bridge, 1, 0, 1, "conservative: energy, closed joints") \
    X(hinge_bar, scene_hinge_bar, 0, 0, 1, "period by the elliptic integral, energy over 120 s") \
    X(hinge_spin, scene_hinge_spin, 0, 0, 1, "the spin stays") \
    X(door, scene_door, 0, 0, 1, "the spin stays") \
    X(conical, scene_conical, 0, 0, 1, "W^2 = g/(l cos a)") \
    X(pendulum_converges, scene_pendulum_converges, 0, 1, 1, "the same at dt/16") \
    X(motor_hinge, scene_motor_hinge, 0, 0, 1, "the speed it is told") \
    X(motor_effort, scene_motor_effort, 0, 0, 1, "w = torque t/I") \
    X(motor_slider, scene_motor_slider, 0, 0, 1, "c (target - v) + m g = 0") \
    X(limit_hinge, scene_limit, 0, 0, 1, "rests on its limit") \
    X(limit_slider, scene_limit, 1, 0, 1, "rests on its limit") \
    X(spring_slider, scene_spring, 0, 0, 1, "rests where k x = m g") \
    X(spring_hinge, scene_spring, 1, 0, 1, "rests at its target") \
    X(beam, scene_beam, 0, 0, 1, "rigid: rests") \
    X(joint_friction, scene_joint_friction, 0, 0, 1, "holds below, slips above its friction") \
    X(cardan_free, scene_cardan, 0, 0, 1, "tan(out) = cos(bend) tan(in)") \
    X(cardan_reduced, scene_cardan, 1, 0, 1, "tan(out) = cos(bend) tan(in)") \
    X(cardan_maximal, scene_cardan, 2, 0, 1, "tan(out) = cos(bend) tan(in)") \
    X(crank_free, scene_crank, 0, 0, 1, "a crank of Grashof's rule goes round as told") \
    X(crank_reduced, scene_crank, 1, 0, 1, "a crank of Grashof's rule goes round as told") \
    X(crank_maximal, scene_crank, 2, 0, 1, "a crank of Grashof's rule goes round as told") \
    X(doll_falls, scene_dolls, 0, 0, 1, "rests") \
    X(doll_heap, scene_dolls, 1, 0, 0, "conservative: energy, closed joints") \
    X(pendulum_energy_free, scene_pendulum_energy, 0, 0, 1, "conservative: energy stays") \
    X(pendulum_energy_reduced, scene_pendulum_energy, 1, 0, 1, "conservative: energy stays") \
    X(pendulum_energy_maximal, scene_pendulum_energy, 2, 0, 1, "conservative: energy stays") \
    X(chain_ratio_free, scene_chain_ratio, 0, 0, 1, "conservative: energy, closed joints") \
    X(chain_ratio_reduced, scene_chain_ratio, 1, 0, 1, "conservative: energy, closed joints") \
    X(chain_ratio_maximal, scene_chain_ratio, 2, 0, 1, "conservative: energy, closed joints") \
    X(bola, scene_bola, 0, 0, 1, "both momenta stay") \
    X(gimbal, scene_gimbal, 0, 0, 1, "the axis of the spin stays") \
    X(curtain, scene_curtain, 0, 0, 1, "conservative: energy, closed joints") \
    X(net, scene_net, 0, 0, 1, "cords keep their length, energy") \
    X(suspension, scene_suspension, 0, 0, 1, "energy, closed joints") \
    X(crane, scene_crane, 0, 0, 1, "closed joints, the angle it is told") \
    X(motor_load, scene_motor_load, 0, 0, 1, "the mean speed it is told") \
    X(servo_arm_free, scene_servo_arm, 0, 0, 1, "statics: k x = m g r") \
    X(servo_arm_reduced, scene_servo_arm, 1, 0, 1, "statics: k x = m g r") \
    X(servo_arm_maximal, scene_servo_arm, 2, 0, 1, "statics: k x = m g r") \
    X(gears, scene_gears, 0, 0, 1, "speeds in the ratio of the gears") \
    X(governor, scene_governor, 0, 0, 1, "W^2 (I - J) cos a = m g h") \
    X(door_stops, scene_door_stops, 0, 0, 1, "rests at its target or its stop") \
    X(telescope_hangs, scene_telescope, 0, 0, 1, "rests at its stops") \
    X(telescope_tilted, scene_telescope, 1, 0, 1, "rests at its stops") \
    X(soft, scene_soft, 0, 0, 1, "sags by g/(2 pi f)^2") \
    X(planar, scene_planar, 0, 0, 1, "g sin a, the spin stays") \
    X(two_cardans, scene_two_cardans, 0, 0, 1, "the last shaft turns as the first") \
    X(wrecking, scene_wrecking, 0, 0, 1, "energy, closed joints") \
    X(wheels, scene_wheels, 0, 0, 1, "closed joints, it drives") \
    X(doll_stairs, scene_doll_stairs, 0, 0, 1, "energy, closed joints, cones") \
    X(pulley, scene_pulley, 0, 0, 1, "the heavy side goes down") \
    X(seesaw, scene_seesaw, 0, 0, 1, "energy, closed joints") \
    X(flap, scene_flap, 0, 0, 1, "rests, sleeps") \
    X(train_welded, scene_train, 0, 0, 1, "a plastic impact, without a turn") \
    X(train_hinged, scene_train, 1, 0, 1, "a plastic impact, without a turn") \
    X(wall_welded, scene_held_wall, 0, 0, 1, "nothing passes") \
    X(wall_hinged, scene_held_wall, 1, 0, 1, "nothing passes") \
    X(door_hit, scene_door_hit, 0, 0, 1, "w = m v r/(I + m r^2)") \
    X(crate_shaken, scene_crate, 0, 0, 1, "nothing escapes") \
    X(crate_turned, scene_crate, 1, 0, 1, "nothing escapes") \
    X(table, scene_table, 0, 0, 1, "stands, rests, sleeps") \
    X(catapult_box, scene_catapult, 0, 0, 1, "energy, closed joints, nothing passes") \
    X(catapult_ball, scene_catapult, 1, 0, 1, "energy, closed joints, nothing passes") \
    X(piston_balls, scene_piston, 0, 0, 1, "nothing passes") \
    X(piston_mixed, scene_piston, 1, 0, 1, "nothing passes") \
    X(gripper_box, scene_gripper, 0, 0, 1, "friction holds") \
    X(gripper_ball, scene_gripper, 1, 0, 1, "friction holds") \
    X(gripper_cylinder, scene_gripper, 2, 0, 1, "friction holds") \
    X(elevator, scene_elevator, 0, 0, 1, "statics: k x = m g, rests, sleeps") \
    X(elevator_bounded, scene_elevator, 1, 0, 1, "statics: k x = m g, rests, sleeps") \
    X(blade, scene_blade, 0, 0, 1, "the speed it is told") \
    X(turnstile, scene_turnstile, 0, 0, 1, "closed joints, nothing passes") \
    X(cradle_hinges, scene_cradle_jointed, 0, 0, 1, "the last ball rises as high as the first fell") \
    X(cradle_balls, scene_cradle_jointed, 1, 0, 1, "the last ball rises as high as the first fell") \
    X(hung_deck, scene_hung_deck, 0, 0, 1, "energy, closed joints, nothing passes") \
    X(robot_rope_reduced, scene_robot_rope, 1, 0, 1, "conservative: energy, closed joints") \
    X(robot_rope_maximal, scene_robot_rope, 2, 0, 1, "conservative: energy, closed joints") \
    X(drag, scene_drag, 0, 0, 1, "closed joints") \
    X(track, scene_track, 0, 0, 1, "closed joints") \
    X(fourbar_free, scene_mechanism, 0, 0, 1, "conservative: energy, closed joints") \
    X(fourbar_reduced, scene_mechanism, 1, 0, 1, "conservative: energy, closed joints") \
    X(fourbar_maximal, scene_mechanism, 2, 0, 1, "conservative: energy, closed joints") \
    X(parallelogram_free, scene_mechanism, 4, 0, 1, "conservative: energy, closed joints") \
    X(parallelogram_reduced, scene_mechanism, 5, 0, 1, "conservative: energy, closed joints") \
    X(parallelogram_maximal, scene_mechanism, 6, 0, 1, "conservative: energy, closed joints") \
    X(watt_free, scene_mechanism, 8, 0, 1, "conservative: energy, closed joints") \
    X(watt_reduced, scene_mechanism, 9, 0, 1, "conservative: energy, closed joints") \
    X(watt_maximal, scene_mechanism, 10, 0, 1, "conservative: energy, closed joints") \
    X(stephenson_free, scene_mechanism, 12, 0, 1, "conservative: energy, closed joints") \
    X(stephenson_reduced, scene_mechanism, 13, 0, 1, "conservative: energy, closed joints") \
    X(stephenson_maximal, scene_mechanism, 14, 0, 1, "conservative: energy, closed joints") \
    X(fivebar_free, scene_mechanism, 16, 0, 1, "conservative: energy, closed joints") \
    X(fivebar_reduced, scene_mechanism, 17, 0, 1, "conservative: energy, closed joints") \
    X(fivebar_maximal, scene_mechanism, 18, 0, 1, "conservative: energy, closed joints") \
    X(peaucellier_free, scene_mechanism, 20, 0, 1, "conservative: energy, closed joints") \
    X(peaucellier_reduced, scene_mechanism, 21, 0, 1, "conservative: energy, closed joints") \
    X(peaucellier_maximal, scene_mechanism, 22, 0, 1, "conservative: energy, closed joints") \
    X(pantograph_free, scene_mechanism, 24, 0, 1, "conservative: energy, closed joints") \
    X(pantograph_reduced, scene_mechanism, 25, 0, 1, "conservative: energy, closed joints") \
    X(pantograph_maximal, scene_mechanism, 26, 0, 1, "conservative: energy, closed joints") \
    X(lambda_free, scene_mechanism, 28, 0, 1, "conservative: energy, closed joints") \
    X(lambda_reduced, scene_mechanism, 29, 0, 1, "conservative: energy, closed joints") \
    X(lambda_maximal, scene_mechanism, 30, 0, 1, "conservative: energy, closed joints") \
    X(leg_free, scene_mechanism, 32, 0, 1, "conservative: energy, closed joints") \
    X(leg_reduced, scene_mechanism, 33, 0, 1, "conservative: energy, closed joints") \
    X(leg_maximal, scene_mechanism, 34, 0, 1, "conservative: energy, closed joints") \
    X(scissor_free, scene_mechanism, 36, 0, 1, "conservative: energy, closed joints") \
    X(scissor_reduced, scene_mechanism, 37, 0, 1, "conservative: energy, closed joints") \
    X(scissor_maximal, scene_mechanism, 38, 0, 1, "conservative: energy, closed joints") \
    X(slidercrank_free, scene_mechanism, 40, 0, 1, "conservative: energy, closed joints") \
    X(slidercrank_reduced, scene_mechanism, 41, 0, 1, "conservative: energy, closed joints") \
    X(slidercrank_maximal, scene_mechanism, 42, 0, 1, "conservative: energy, closed joints") \
    X(bennett_free, scene_mechanism, 44, 0, 1, "conservative: energy, closed joints") \
    X(bennett_reduced, scene_mechanism, 45, 0, 1, "conservative: energy, closed joints") \
    X(bennett_maximal, scene_mechanism, 46, 0, 1, "conservative: energy, closed joints") \
    X(sarrus_free, scene_mechanism, 48, 0, 1, "conservative: energy, closed joints") \
    X(sarrus_reduced, scene_mechanism, 49, 0, 1, "conservative: energy, closed joints") \
    X(sarrus_maximal, scene_mechanism, 50, 0, 1, "conservative: energy, closed joints") \
    X(stewart_free, scene_mechanism, 52, 0, 1, "conservative: energy, closed joints") \
    X(stewart_reduced, scene_mechanism, 53, 0, 1, "conservative: energy, closed joints") \
    X(stewart_maximal, scene_mechanism, 54, 0, 1, "conservative: energy, closed joints") \
    X(delta_free, scene_mechanism, 56, 0, 1, "conservative: energy, closed joints") \
    X(delta_reduced, scene_mechanism, 57, 0, 1, "conservative: energy, closed joints") \
    X(delta_maximal, scene_mechanism, 58, 0, 1, "conservative: energy, closed joints") \
    X(wishbone_free, scene_mechanism, 60, 0, 1, "conservative: energy, closed joints") \
    X(wishbone_reduced, scene_mechanism, 61, 0, 1, "conservative: energy, closed joints") \
    X(wishbone_maximal, scene_mechanism, 62, 0, 1, "conservative: energy, closed joints") \
    X(necklace_free, scene_mechanism, 64, 0, 1, "conservative: energy, closed joints") \
    X(necklace_reduced, scene_mechanism, 65, 0, 1, "conservative: energy, closed joints") \
    X(necklace_maximal, scene_mechanism, 66, 0, 1, "conservative: energy, closed joints") \
    X(chainlinks_free, scene_mechanism, 68, 0, 1, "conservative: energy, closed joints") \
    X(chainlinks_reduced, scene_mechanism, 69, 0, 1, "conservative: energy, closed joints") \
    X(chainlinks_maximal, scene_mechanism, 70, 0, 1, "conservative: energy, closed joints") \
    X(pendulums_free, scene_mechanism, 72, 0, 1, "conservative: energy, closed joints") \
    X(pendulums_reduced, scene_mechanism, 73, 0, 1, "conservative: energy, closed joints") \
    X(pendulums_maximal, scene_mechanism, 74, 0, 1, "conservative: energy, closed joints") \
    X(doll_hangs_free, scene_mechanism, 76, 0, 1, "conservative: energy, closed joints") \
    X(doll_hangs_reduced, scene_mechanism, 77, 0, 1, "conservative: energy, closed joints") \
    X(doll_hangs_maximal, scene_mechanism, 78, 0, 1, "conservative: energy, closed joints") \
    X(loop_box_on_plane_free, scene_loop_system, 0, 0, 1, "conservative: energy, closed joints") \
    X(loop_box_on_plane_reduced, scene_loop_system, 1, 0, 1, "conservative: energy, closed joints") \
    X(loop_box_on_plane_maximal, scene_loop_system, 2, 0, 1, "conservative: energy, closed joints") \
    X(loop_boxes_fixed_free, scene_loop_system, 4, 0, 1, "conservative: energy, closed joints") \
    X(loop_boxes_fixed_reduced, scene_loop_system, 5, 0, 1, "conservative: energy, closed joints") \
    X(loop_boxes_fixed_maximal, scene_loop_system, 6, 0, 1, "conservative: energy, closed joints") \
    X(loop_nunchuk_free, scene_loop_system, 8, 0, 1, "conservative: energy, closed joints") \
    X(loop_nunchuk_reduced, scene_loop_system, 9, 0, 1, "conservative: energy, closed joints") \
    X(loop_nunchuk_maximal, scene_loop_system, 10, 0, 1, "conservative: energy, closed joints") \
    X(loop_fourbar_fixed_free, scene_loop_system, 12, 0, 1, "conservative: energy, closed joints") \
    X(loop_fourbar_fixed_reduced, scene_loop_system, 13, 0, 1, "conservative: energy, closed joints") \
    X(loop_fourbar_fixed_maximal, scene_loop_system, 14, 0, 1, "conservative: energy, closed joints") \
    X(loop_fourbar_floating_free, scene_loop_system, 16, 0, 1, "conservative: energy, closed joints") \
    X(loop_fourbar_floating_reduced, scene_loop_system, 17, 0, 1, "conservative: energy, closed joints") \
    X(loop_fourbar_floating_maximal, scene_loop_system, 18, 0, 1, "conservative: energy, closed joints") \
    X(loop_arm7d_free, scene_loop_system, 20, 0, 1, "conservative: energy, closed joints") \
    X(loop_arm7d_reduced, scene_loop_system, 21, 0, 1, "conservative: energy, closed joints") \
    X(loop_arm7d_maximal, scene_loop_system, 22, 0, 1, "conservative: energy, closed joints") \
    X(loop_quadruped_free, scene_loop_system, 24, 0, 1, "conservative: energy, closed joints") \
    X(loop_quadruped_reduced, scene_loop_system, 25, 0, 1, "conservative: energy, closed joints") \
    X(loop_quadruped_maximal, scene_loop_system, 26, 0, 1, "conservative: energy, closed joints") \
    X(loop_bdx_free, scene_loop_system, 28, 0, 1, "conservative: energy, closed joints") \
    X(loop_bdx_reduced, scene_loop_system, 29, 0, 1, "conservative: energy, closed joints") \
    X(loop_bdx_maximal, scene_loop_system, 30, 0, 1, "conservative: energy, closed joints") \
    X(loop_lima_free, scene_loop_system, 32, 0, 1, "conservative: energy, closed joints") \
    X(loop_lima_reduced, scene_loop_system, 33, 0, 1, "conservative: energy, closed joints") \
    X(loop_lima_maximal, scene_loop_system, 34, 0, 1, "conservative: energy, closed joints") \
    X(loop_misha_free, scene_loop_system, 36, 0, 1, "conservative: energy, closed joints") \
    X(loop_misha_reduced, scene_loop_system, 37, 0, 1, "conservative: energy, closed joints") \
    X(loop_misha_maximal, scene_loop_system, 38, 0, 1, "conservative: energy, closed joints") \
    X(loop_walker_free, scene_loop_system, 40, 0, 1, "conservative: energy, closed joints") \
    X(loop_walker_reduced, scene_loop_system, 41, 0, 1, "conservative: energy, closed joints") \
    X(loop_walker_maximal, scene_loop_system, 42, 0, 1, "conservative: energy, closed joints") \
    X(loop_gazelle_free, scene_loop_system, 44, 0, 1, "conservative: energy, closed joints") \
    X(loop_gazelle_reduced, scene_loop_system, 45, 0, 1, "conservative: energy, closed joints") \
    X(loop_gazelle_maximal, scene_loop_system, 46, 0, 1, "conservative: energy, closed joints") \
    X(loop_ironman_free, scene_loop_system, 48, 0, 1, "conservative: energy, closed joints") \
    X(loop_ironman_reduced, scene_loop_system, 49, 0, 1, "conservative: energy, closed joints") \
    X(loop_ironman_maximal, scene_loop_system, 50, 0, 1, "conservative: energy, closed joints") \
    X(tower_12, scene_tower, 12, 0, 1, "statics: stands, rests, sleeps") \
    X(tower_40, scene_tower, 40, 0, 1, "statics: stands, rests, sleeps") \
    X(tower_100, scene_tower, 100, 0, 0, "statics: stands, rests, sleeps") \
    X(tower_offset, scene_tower_offset, 0, 0, 1, "statics: stands, rests, sleeps") \
    X(tower_leans, scene_tower_offset, 1, 0, 1, "statics: falls") \
    X(tower_heavy_top, scene_tower_ratio, 0, 0, 1, "statics: stands, rests, sleeps") \
    X(tower_light_top, scene_tower_ratio, 1, 0, 1, "statics: stands, rests, sleeps") \
    X(wall, scene_wall, 0, 0, 1, "statics: stands, rests, sleeps") \
    X(pyramid_8, scene_pyramid, 8, 0, 1, "statics: stands, rests, sleeps") \
    X(pyramid_20, scene_pyramid, 20, 0, 1, "statics: stands, rests, sleeps") \
    X(pyramid_40, scene_pyramid, 40, 0, 0, "statics: stands, rests, sleeps") \
    X(cards_2, scene_cards, 2, 0, 1, "statics: stands, rests, sleeps") \
    X(cards_3, scene_cards, 3, 0, 1, "statics: stands, rests, sleeps") \
    X(cards_4, scene_cards, 4, 0, 1, "statics: stands, rests, sleeps") \
    X(arch, scene_arch, 0, 0, 1, "statics: stands, rests, sleeps") \
    X(dominoes, scene_dominoes, 0, 0, 1, "all fall, all rest") \
    X(jenga_taken, scene_jenga, 0, 0, 1, "statics: stands, rests, sleeps") \
    X(jenga_pulled, scene_jenga, 1, 0, 1, "statics: stands, rests, sleeps") \
    X(touched, scene_touched, 0, 0, 1, "rests, sleeps") \
    X(gaps, scene_gaps, 0, 0, 1, "symmetry: ends as a tower, rests") \
    X(heap_boxes, scene_heap, 0, 0, 1, "rests, sleeps") \
    X(heap_mixed, scene_heap, 1, 0, 0, "rests, sleeps") \
    X(dice, scene_dice, 0, 0, 1, "statics: stands, rests, sleeps") \
    X(scales, scene_scales, 0, 0, 1, "rests, sleeps") \
    X(overlaps, scene_overlaps, 0, 0, 0, "parts slowly, rests") \
    X(slide_box, scene_slide, BOX, 0, 1, "v^2/(2 mu g)") \
    X(slide_cylinder, scene_slide, CYLINDER, 0, 1, "v^2/(2 mu g)") \
    X(slide_cone, scene_slide, CONE, 0, 1, "v^2/(2 mu g)") \
    X(slide_hull, scene_slide, HULL, 0, 1, "v^2/(2 mu g)") \
    X(incline_box, scene_incline, BOX, 0, 1, "stays below, g (sin - mu cos) above the angle of friction") \
    X(incline_cylinder, scene_incline, CYLINDER, 0, 1, "stays below, g (sin - mu cos) above the angle of friction") \
    X(incline_cone, scene_incline, CONE, 0, 1, "stays below, g (sin - mu cos) above the angle of friction") \
    X(incline_hull, scene_incline, HULL, 0, 1, "stays below, g (sin - mu cos) above the angle of friction") \
    X(roll_sphere, scene_roll, SPHERE, 0, 1, "the speed stays") \
    X(roll_capsule, scene_roll, CAPSULE, 0, 1, "the speed stays") \
    X(roll_cylinder, scene_roll, CYLINDER, 0, 1, "the speed stays") \
    X(roll_ellipsoid, scene_roll, ELLIPSOID, 0, 1, "the speed stays") \
    X(roll_down_sphere, scene_roll_incline, SPHERE, 0, 1, "g sin/(1 + k)") \
    X(roll_down_capsule, scene_roll_incline, CAPSULE, 0, 1, "g sin/(1 + k)") \
    X(roll_down_cylinder, scene_roll_incline, CYLINDER, 0, 1, "g sin/(1 + k)") \
    X(roll_down_ellipsoid, scene_roll_incline, ELLIPSOID, 0, 1, "g sin/(1 + k)") \
    X(skid_sphere, scene_skid, SPHERE, 0, 1, "v/(1 + k)") \
    X(skid_capsule, scene_skid, CAPSULE, 0, 1, "v/(1 + k)") \
    X(skid_cylinder, scene_skid, CYLINDER, 0, 1, "v/(1 + k)") \
    X(skid_ellipsoid, scene_skid, ELLIPSOID, 0, 1, "v/(1 + k)") \
    X(roll_cone, scene_roll_cone, 0, 0, 1, "steady circle about its apex") \
    X(tumble_box, scene_tumble, BOX, 0, 1, "angular momentum and energy stay") \
    X(tumble_cone, scene_tumble, CONE, 0, 1, "angular momentum and energy stay") \
    X(tumble_hull, scene_tumble, HULL, 0, 1, "angular momentum and energy stay") \
    X(egg, scene_egg, 0, 0, 1, "energy does not grow") \
    X(top, scene_top, 0, 0, 1, "steady precession") \
    X(bounce_sphere, scene_bounce, SPHERE, 0, 1, "e^2 h") \
    X(bounce_box, scene_bounce, BOX, 0, 1, "e^2 h") \
    X(bounce_capsule, scene_bounce, CAPSULE, 0, 1, "e^2 h") \
    X(bounce_cylinder, scene_bounce, CYLINDER, 0, 1, "e^2 h") \
    X(bounce_cone, scene_bounce, CONE, 0, 1, "e^2 h") \
    X(bounce_ellipsoid, scene_bounce, ELLIPSOID, 0, 1, "e^2 h") \
    X(bounce_hull, scene_bounce, HULL, 0, 1, "e^2 h") \
    X(cradle, scene_cradle, 0, 0, 1, "as many leave as came") \
    X(cradle_touching, scene_cradle, 1, 0, 1, "energy and momentum stay") \
    X(cradle_hung, scene_cradle, 2, 0, 1, "energy stays") \
    X(drop_sphere, scene_drop, SPHERE, 0, 1, "rests, sleeps") \
    X(drop_box, scene_drop, BOX, 0, 1, "rests, sleeps") \
    X(drop_capsule, scene_drop, CAPSULE, 0, 1, "rests, sleeps") \
    X(drop_cylinder, scene_drop, CYLINDER, 0, 1, "rests, sleeps") \
    X(drop_cone, scene_drop, CONE, 0, 1, "rests, sleeps") \
    X(drop_ellipsoid, scene_drop, ELLIPSOID, 0, 1, "rests, sleeps") \
    X(drop_hull, scene_drop, HULL, 0, 1, "rests, sleeps") \
    X(throw_sphere_wall, scene_throw, SPHERE + 0, 0, 1, "none goes through") \
    X(throw_box_wall, scene_throw, BOX + 0, 0, 1, "none goes through") \
    X(throw_capsule_wall, scene_throw, CAPSULE + 0, 0, 1, "none goes through") \
    X(throw_cylinder_wall, scene_throw, CYLINDER + 0, 0, 1, "none goes through") \
    X(throw_cone_wall, scene_throw, CONE + 0, 0, 1, "none goes through") \
    X(throw_ellipsoid_wall, scene_throw, ELLIPSOID + 0, 0, 1, "none goes through") \
    X(throw_hull_wall, scene_throw, HULL + 0, 0, 1, "none goes through") \
    X(throw_sphere_mesh, scene_throw, SPHERE + 8, 0, 1, "none goes through") \
    X(throw_box_mesh, scene_throw, BOX + 8, 0, 1, "none goes through") \
    X(throw_capsule_mesh, scene_throw, CAPSULE + 8, 0, 1, "none goes through") \
    X(throw_cylinder_mesh, scene_throw, CYLINDER + 8, 0, 1, "none goes through") \
    X(throw_cone_mesh, scene_throw, CONE + 8, 0, 1, "none goes through") \
    X(throw_ellipsoid_mesh, scene_throw, ELLIPSOID + 8, 0, 1, "none goes through") \
    X(throw_hull_mesh, scene_throw, HULL + 8, 0, 1, "none goes through") \
    X(throw_sphere_field, scene_throw, SPHERE + 16, 0, 1, "none goes through") \
    X(throw_box_field, scene_throw, BOX + 16, 0, 1, "none goes through") \
    X(throw_capsule_field, scene_throw, CAPSULE + 16, 0, 1, "none goes through") \
    X(throw_cylinder_field, scene_throw, CYLINDER + 16, 0, 1, "none goes through") \
    X(throw_cone_field, scene_throw, CONE + 16, 0, 1, "none goes through") \
    X(throw_ellipsoid_field, scene_throw, ELLIPSOID + 16, 0, 1, "none goes through") \
    X(throw_hull_field, scene_throw, HULL + 16, 0, 1, "none goes through") \
    X(throw_sphere_plate, scene_throw, SPHERE + 24, 0, 1, "none goes through") \
    X(throw_box_plate, scene_throw, BOX + 24, 0, 1, "none goes through") \
    X(throw_capsule_plate, scene_throw, CAPSULE + 24, 0, 1, "none goes through") \
    X(throw_cylinder_plate, scene_throw, CYLINDER + 24, 0, 1, "none goes through") \
    X(throw_cone_plate, scene_throw, CONE + 24, 0, 1, "none goes through") \
    X(throw_ellipsoid_plate, scene_throw, ELLIPSOID + 24, 0, 1, "none goes through") \
    X(throw_hull_plate, scene_throw, HULL + 24, 0, 1, "none goes through") \
    X(meet_sphere, scene_meet, SPHERE, 0, 1, "momentum stays, none goes through") \
    X(meet_box, scene_meet, BOX, 0, 1, "momentum stays, none goes through") \
    X(meet_capsule, scene_meet, CAPSULE, 0, 1, "momentum stays, none goes through") \
    X(meet_cylinder, scene_meet, CYLINDER, 0, 1, "momentum stays, none goes through") \
    X(meet_cone, scene_meet, CONE, 0, 1, "momentum stays, none goes through") \
    X(meet_ellipsoid, scene_meet, ELLIPSOID, 0, 1, "momentum stays, none goes through") \
    X(meet_hull, scene_meet, HULL, 0, 1, "momentum stays, none goes through") \
    X(mesh_body, scene_mesh_body, 0, 0, 1, "rests on the floor") \
    X(compound, scene_compound, 0, 0, 1, "stands on its legs") \
    X(seams_mesh, scene_seams, 0, 0, 1, "rolls as on a plane") \
    X(seams_field, scene_seams, 1, 0, 1, "rolls as on a plane") \
    X(tiles_slide_box, scene_seam_slide, BOX, 0, 1, "v^2/(2 mu g), straight, no hop") \
    X(tiles_slide_cylinder, scene_seam_slide, CYLINDER, 0, 1, "v^2/(2 mu g), straight, no hop") \
    X(tiles_slide_cone, scene_seam_slide, CONE, 0, 1, "v^2/(2 mu g), straight, no hop") \
    X(tiles_slide_hull, scene_seam_slide, HULL, 0, 1, "v^2/(2 mu g), straight, no hop") \
    X(mesh_slide_box, scene_seam_slide, BOX + 8, 0, 1, "v^2/(2 mu g), straight, no hop") \
    X(mesh_slide_cylinder, scene_seam_slide, CYLINDER + 8, 0, 1, "v^2/(2 mu g), straight, no hop") \
    X(mesh_slide_hull, scene_seam_slide, HULL + 8, 0, 1, "v^2/(2 mu g), straight, no hop") \
    X(field_slide_box, scene_seam_slide, BOX + 16, 0, 1, "v^2/(2 mu g), straight, no hop") \
    X(field_slide_hull, scene_seam_slide, HULL + 16, 0, 1, "v^2/(2 mu g), straight, no hop") \
    X(tiles_roll_sphere, scene_seam_roll, SPHERE, 0, 1, "rolls as on a plane") \
    X(tiles_roll_capsule, scene_seam_roll, CAPSULE, 0, 1, "rolls as on a plane") \
    X(tiles_roll_cylinder, scene_seam_roll, CYLINDER, 0, 1, "rolls as on a plane") \
    X(tiles_roll_ellipsoid, scene_seam_roll, ELLIPSOID, 0, 1, "rolls as on a plane") \
    X(mesh_roll_capsule, scene_seam_roll, CAPSULE + 8, 0, 1, "rolls as on a plane") \
    X(mesh_roll_cylinder, scene_seam_roll, CYLINDER + 8, 0, 1, "rolls as on a plane") \
    X(mesh_roll_ellipsoid, scene_seam_roll, ELLIPSOID + 8, 0, 1, "rolls as on a plane") \
    X(field_roll_sphere, scene_seam_roll, SPHERE + 16, 0, 1, "rolls as on a plane") \
    X(field_roll_capsule, scene_seam_roll, CAPSULE + 16, 0, 1, "rolls as on a plane") \
    X(field_roll_cylinder, scene_seam_roll, CYLINDER + 16, 0, 1, "rolls as on a plane") \
    X(terrain_mesh, scene_terrain, 0, 0, 1, "none below, energy") \
    X(terrain_field, scene_terrain, 1, 0, 1, "none below, energy") \
    X(terrain_rests_mesh, scene_terrain_rests, BOX, 0, 1, "rests, sleeps") \
    X(terrain_rests_field, scene_terrain_rests, HULL + 8, 0, 1, "rests, sleeps") \
    X(stairs_sphere, scene_stairs, SPHERE, 0, 1, "none inside, energy") \
    X(stairs_box, scene_stairs, BOX, 0, 1, "none inside, energy") \
    X(stairs_capsule, scene_stairs, CAPSULE, 0, 1, "none inside, energy") \
    X(stairs_cylinder, scene_stairs, CYLINDER, 0, 1, "none inside, energy") \
    X(stairs_hull, scene_stairs, HULL, 0, 1, "none inside, energy") \
    X(clash_sphere, scene_clash, SPHERE, 0, 1, "momenta stay, no overlap") \
    X(clash_box, scene_clash, BOX, 0, 1, "momenta stay, no overlap") \
    X(clash_capsule, scene_clash, CAPSULE, 0, 1, "momenta stay, no overlap") \
    X(clash_cylinder, scene_clash, CYLINDER, 0, 1, "momenta stay, no overlap") \
    X(clash_cone, scene_clash, CONE, 0, 1, "momenta stay, no overlap") \
    X(clash_ellipsoid, scene_clash, ELLIPSOID, 0, 1, "momenta stay, no overlap") \
    X(clash_hull, scene_clash, HULL, 0, 1, "momenta stay, no overlap") \
    X(bin_spheres, scene_bin, 0, 0, 1, "rests, sleeps") \
    X(bin_mixed, scene_bin, 1, 0, 0, "rests, sleeps") \
    X(bin_hulls, scene_bin, 2, 0, 0, "rests, sleeps") \
    X(bin_round, scene_bin, 3, 0, 0, "rests, sleeps") \
    X(spawn_boxes, scene_spawn, 0, 0, 1, "parts slowly, rests, sleeps") \
    X(spawn_mixed, scene_spawn, 1, 0, 1, "parts slowly, rests, sleeps") \
    X(knock, scene_knock, 0, 0, 1, "rests, sleeps, energy") \
    X(knock_tiles, scene_knock, 1, 0, 1, "rests, sleeps, energy") \
    X(gas_sphere, scene_gas, SPHERE, 0, 1, "energy stays, none gets out") \
    X(gas_box, scene_gas, BOX, 0, 0, "energy stays, none gets out") \
    X(gas_capsule, scene_gas, CAPSULE, 0, 0, "energy stays, none gets out") \
    X(gas_hull, scene_gas, HULL, 0, 0, "energy stays, none gets out") \
    X(coin, scene_coin, 0, 0, 1, "energy does not grow") \
    X(pebble, scene_pebble, 0, 0, 1, "energy does not grow") \
    X(pebble_smooth, scene_pebble, 1, 0, 1, "energy, vertical spin") \
    X(peg_top, scene_peg_top, 0, 0, 1, "stays up, energy") \
    X(ell_tiles, scene_ell, 0, 0, 1, "rests, sleeps") \
    X(ell_mesh, scene_ell, 1, 0, 1, "rests, sleeps") \
    X(tumble_tiles_box, scene_tumble_out, BOX, 0, 1, "rests, sleeps") \
    X(tumble_tiles_hull, scene_tumble_out, HULL, 0, 1, "rests, sleeps") \
    X(tumble_mesh_box, scene_tumble_out, BOX + 8, 0, 1, "rests, sleeps") \
    X(tumble_mesh_hull, scene_tumble_out, HULL + 8, 0, 1, "rests, sleeps") \
    X(tumble_field_box, scene_tumble_out, BOX + 16, 0, 1, "rests, sleeps") \
    X(belt, scene_belt, 0, 0, 1, "x(t) of mu g up to the belt's speed") \
    X(turntable, scene_turntable, 0, 0, 1, "W^2 r < mu g: stays") \
    X(lift, scene_lift, 0, 0, 1, "a < g: stays") \
    X(platform, scene_lift, 1, 0, 1, "a < mu g: stays") \
    X(car, scene_car, 0, 0, 1, "the rim's speed") \
    X(contained_welds, scene_containment, 0, 0, 1, "the good island moves as alone") \
    X(contained_ring, scene_containment, 1, 0, 1, "the good island moves as alone") \
    X(contained_jaws, scene_containment, 2, 0, 1, "the good island moves as alone") \
    X(contained_slot, scene_containment, 3, 0, 1, "the good island moves as alone") \
    X(robot_a1_drop, scene_robot, 0, 0, 1, "free fall, energy") \
    X(robot_a1_fixed, scene_robot, 1, 0, 1, "free fall, energy") \
    X(robot_a1_drop_maximal, scene_robot, 2, 0, 1, "free fall, energy") \
    X(robot_allegro_drop, scene_robot, 4, 0, 1, "free fall, energy") \
    X(robot_allegro_fixed, scene_robot, 5, 0, 1, "free fall, energy") \
    X(robot_allegro_drop_maximal, scene_robot, 6, 0, 1, "free fall, energy") \
    X(robot_anymal_drop, scene_robot, 8, 0, 1, "free fall, energy") \
    X(robot_anymal_fixed, scene_robot, 9, 0, 1, "free fall, energy") \
    X(robot_anymal_drop_maximal, scene_robot, 10, 0, 1, "free fall, energy") \
    X(robot_pendulum2_drop, scene_robot, 12, 0, 1, "free fall, energy") \
    X(robot_pendulum2_fixed, scene_robot, 13, 0, 1, "free fall, energy") \
    X(robot_pendulum2_drop_maximal, scene_robot, 14, 0, 1, "free fall, energy") \
    X(robot_pendulum2c_drop, scene_robot, 16, 0, 1, "free fall, energy") \
    X(robot_pendulum2c_fixed, scene_robot, 17, 0, 1, "free fall, energy") \
    X(robot_pendulum2c_drop_maximal, scene_robot, 18, 0, 1, "free fall, energy") \
    X(robot_panda_drop, scene_robot, 20, 0, 1, "free fall, energy") \
    X(robot_panda_fixed, scene_robot, 21, 0, 1, "free fall, energy") \
    X(robot_panda_drop_maximal, scene_robot, 22, 0, 1, "free fall, energy") \
    X(robot_humanoid_drop, scene_robot, 24, 0, 1, "free fall, energy") \
    X(robot_humanoid_fixed, scene_robot, 25, 0, 1, "free fall, energy") \
    X(robot_humanoid_drop_maximal, scene_robot, 26, 0, 1, "free fall, energy") \
    X(robot_solo12_drop, scene_robot, 28, 0, 1, "free fall, energy") \
    X(robot_solo12_fixed, scene_robot, 29, 0, 1, "free fall, energy") \
    X(robot_solo12_drop_maximal, scene_robot, 30, 0, 1, "free fall, energy") \
    X(robot_talos_drop, scene_robot, 32, 0, 1, "free fall, energy") \
    X(robot_talos_fixed, scene_robot, 33, 0, 1, "free fall, energy") \
    X(robot_talos_drop_maximal, scene_robot, 34, 0, 1, "free fall, energy") \
    X(robot_ur5_fixed, scene_robot, 37, 0, 1, "free fall, energy")
// clang-format on

static const gauntlet_scene gauntlet_scenes[] = {
#define GAUNTLET__X(name, run, argument, converges, quick, truth) {#name, run, argument, converges, quick, truth},
    GAUNTLET_SCENES(GAUNTLET__X)
#undef GAUNTLET__X
};
enum { GAUNTLET_COUNT = (int)(sizeof gauntlet_scenes / sizeof *gauntlet_scenes) };

typedef struct gauntlet_dt {
    const char *name;
    double seconds;
} gauntlet_dt;
static const gauntlet_dt gauntlet_dts[] = {{"60", 1 / 60.0}, {"120", 1 / 120.0}, {"240", 1 / 240.0}, {"1000", 1e-3}};
enum { GAUNTLET_DTS = 4, GAUNTLET_DRAWS = 5 };
#endif
