//! The session as windows see it: what it says, what it survives, what it saves, what it plays back.

mod common;

use common::{Window, start, start_with};
use serde_json::Value;
use sinew::live::{Live, Recording, Replay};
use sinew::output::frames::FrameSettings;
use sinew::recorder::{Recorder, RunInfo, Status};
use sinew::scene::Scene;
use sinew_viewer::Start;

fn shipped(name: &str) -> Scene {
    Scene::from_shipped(name).expect("shipped")
}

/// Does so many single steps and returns the last row.
async fn step(window: &mut Window, count: usize) -> Vec<f64> {
    let mut last = Vec::new();
    for _ in 0..count {
        window.say(r#"{"do":"step"}"#).await;
        last = rows(window).await;
    }
    last
}

/// The last of the next rows.
async fn rows(window: &mut Window) -> Vec<f64> {
    let said = window.words(|v| v["say"] == "records" && v["rows"].as_array().is_some_and(|r| !r.is_empty())).await;
    let last = said["rows"].as_array().and_then(|r| r.last()).and_then(Value::as_array).expect("a row");
    last.iter().map(|x| x.as_f64().expect("a number")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scene_is_told_stepped_changed_compared_and_saved() {
    let server = start(Some(shipped("battery-cube"))).await;
    let cookie = server.enter().await;
    let mut window = server.window(&cookie).await;
    let hello = window.said("hello").await;
    assert_eq!(hello["start"]["name"], "battery-cube");
    assert_eq!(hello["scenes"].as_array().map(Vec::len), Some(sinew::scene::shipped::CATALOG.len()));
    let scene = window.said("scene").await;
    assert_eq!((&scene["kind"], &scene["vertices"]), (&Value::from("live"), &Value::from(27)));
    let row = step(&mut window, 3).await;
    assert_eq!((row.len(), row[0]), (20, 3.0));

    window.say(r#"{"do":"set","key":"integrator","value":"energy-momentum"}"#).await;
    assert_eq!(window.said("event").await["text"], "integrator: energy-momentum");
    assert_eq!(window.said("scene").await["integrator"], "energy-momentum");
    window.say(r#"{"do":"grab","pane":0,"vertex":26,"point":[0.5,0.5,0.5]}"#).await;
    assert_eq!(window.said("event").await["text"], "grabbed");
    window.say(r#"{"do":"drag","point":[0.7,0.5,0.5]}"#).await;
    let row = step(&mut window, 5).await;
    assert!(row[8].abs() > 1e-6, "the hand injected {} J", row[8]);
    window.say(r#"{"do":"release"}"#).await;
    window.said("event").await;
    window.say(r#"{"do":"set","key":"body.0.material.young","value":5e6}"#).await;
    assert!(window.said("event").await["text"].as_str().expect("a text").contains("Young's modulus"));
    let row = step(&mut window, 2).await;

    window.say(r#"{"do":"save"}"#).await;
    let folder = std::path::PathBuf::from(window.said("saved").await["folder"].as_str().expect("a folder"));
    assert!(folder.starts_with(server.folder.path().join("runs")), "{}", folder.display());
    let recording = Recording::read(&folder.join("events.json")).expect("what was saved");
    assert_eq!((recording.steps, recording.events.len()), (10, 5));
    let steps = recording.steps;
    let scene = Scene::from_file(folder.join("scene.toml")).expect("the scene");
    let mut replay = Replay::new(Live::new(scene).expect("it can be built"), recording).expect("the same scene");
    (0..steps).for_each(|_| assert!(replay.step().is_ok()));
    let again = replay.live().simulation().record();
    assert_eq!([again.energy.total(), again.injected, again.numerical], [row[6], row[8], row[9]]);

    window.say(r#"{"do":"compare","integrator":"backward-euler"}"#).await;
    let second = window.words(|v| v["say"] == "scene" && v["pane"] == 1).await;
    assert_eq!((&second["integrator"], &second["panes"]), (&Value::from("backward-euler"), &Value::from(2)));
    window.say(r#"{"do":"step"}"#).await;
    window.words(|v| v["say"] == "records" && v["pane"] == 1 && !v["rows"].as_array().expect("rows").is_empty()).await;
    window.say(r#"{"do":"restart"}"#).await;
    assert_eq!(window.words(|v| v["say"] == "scene" && v["pane"] == 0).await["panes"], 2);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_fails_is_one_sentence_and_the_server_lives_on() {
    let mut scene = shipped("battery-cube-stiff");
    scene.set_integrator("forward-euler");
    let server = start(Some(scene)).await;
    let cookie = server.enter().await;
    let mut window = server.window(&cookie).await;
    window.said("status").await;
    window.say(r#"{"do":"speed","factor":0}"#).await;
    window.say(r#"{"do":"play"}"#).await;
    let text = window.said("ended").await["text"].as_str().expect("a sentence").to_owned();
    assert!(text.contains("step") && text.contains("dt"), "{text}");
    assert_eq!(window.said("status").await["playing"], false);
    window.say(r#"{"do":"load","scene":"battery-spring"}"#).await;
    assert_eq!(window.said("scene").await["name"], "battery-spring");
    assert_eq!(step(&mut window, 1).await[0], 1.0);
    // The end of the scene is told, and it goes on.
    window.say(r#"{"do":"play"}"#).await;
    assert!(window.said("ended").await["text"].as_str().expect("a sentence").contains("were done; it goes on"));
    rows(&mut window).await;
    rows(&mut window).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_run_is_played_back() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = folder.path().join("rope");
    let scene = shipped("battery-rope");
    let mut built = scene.build().expect("sound");
    let info = RunInfo {
        scene: scene.name().to_owned(),
        title: built.title.clone(),
        text: scene.to_toml(),
        stored: scene.to_stored_toml(),
        view: built.view.clone(),
        frames: FrameSettings::new(&[] as &[String], 60.0, true).expect("no formats"),
        warnings: Vec::new(),
    };
    let mut recorder = Recorder::new(&run, false, info, &built.simulation).expect("a new folder");
    for _ in 0..10 {
        built.simulation.step().expect("a sound step");
        recorder.record(&built.simulation).expect("written");
    }
    recorder.finish(&built.simulation, Status::Limit, "enough").expect("written");

    let server = start_with(Start::Run(run)).await;
    let cookie = server.enter().await;
    let mut window = server.window(&cookie).await;
    assert_eq!(window.said("hello").await["start"]["kind"], "run");
    let scene = window.said("scene").await;
    assert_eq!((&scene["kind"], &scene["name"]), (&Value::from("run"), &Value::from("battery-rope")));
    assert_eq!(rows(&mut window).await[0], 10.0);
    window.say(r#"{"do":"seek","frame":1000000}"#).await;
    let status = window.words(|v| v["say"] == "status" && v["frame"] != 0).await;
    assert_eq!(status["frame"].as_u64().map(|k| k + 1), status["frames"].as_u64());
    assert_eq!(status["live"], false);
    for word in [r#"{"do":"set","key":"dt","value":0.1}"#, r#"{"do":"save"}"#, r#"{"do":"release"}"#] {
        window.say(word).await;
        assert!(window.said("fault").await["text"].as_str().expect("a sentence").contains("finished run"), "{word}");
    }
    window.say(r#"{"do":"play"}"#).await;
    assert_eq!(window.said("ended").await["text"], "the end of the run");
    server.stop().await;
}
