//! Which scenes and integrators a set comparison is about.

use std::path::Path;

use super::QUICK_UNKNOWNS;
use crate::catalog::suggestion;
use crate::integrators::{CATALOG, OptionsError};
use crate::mechanics::MechanicalSystem;
use crate::scene::{Scene, SceneError, shipped};

/// The scenes of a set: a shipped folder, [`shipped::ALL`], or a folder with scene files. None if the name is neither.
pub fn open(name: &str) -> Option<Result<Vec<Scene>, SceneError>> {
    if let Some(scenes) = shipped::set(name) {
        return Some(scenes.iter().map(|scene| Scene::from_shipped(scene.name)).collect());
    }
    let folder = Path::new(name);
    if !folder.is_dir() {
        return None;
    }
    let fault = |reason: String| SceneError::Read { file: folder.into(), reason };
    let mut files: Vec<_> = match folder.read_dir() {
        Ok(entries) => entries.filter_map(|entry| Some(entry.ok()?.path())).collect(),
        Err(e) => return Some(Err(fault(e.to_string()))),
    };
    files.retain(|file| file.extension().is_some_and(|e| e == "toml"));
    files.sort();
    if files.is_empty() {
        return Some(Err(fault("the folder has no scene files (.toml)".into())));
    }
    Some(files.iter().map(Scene::from_file).collect())
}

/// Refuses names that no integrator has.
pub fn check_integrators(names: &[String]) -> Result<(), OptionsError> {
    let mut names = names.iter().map(|name| name.split_once(':').map_or(name.as_str(), |(name, _)| name));
    match names.find(|name| CATALOG.iter().all(|entry| entry.name != *name)) {
        None => Ok(()),
        Some(name) => {
            let hint = suggestion(name, CATALOG.iter().map(|entry| entry.name));
            Err(OptionsError::UnknownIntegrator { name: name.to_owned(), hint })
        }
    }
}

/// Whether a quick comparison runs this scene.
pub fn is_small(scene: &Scene) -> Result<bool, SceneError> {
    Ok(scene.build()?.simulation.world().dofs() <= QUICK_UNKNOWNS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_a_shipped_folder_all_of_them_or_a_folder_on_the_disk() {
        let names = |set: &str| -> Vec<String> {
            let scenes = open(set).expect("a set").expect("scenes");
            scenes.iter().map(|s| s.name().to_owned()).collect()
        };
        assert_eq!(names("battery").first().map(String::as_str), Some("battery-cube"));
        assert!(names("battery").iter().all(|name| !name.ends_with("-large")));
        assert_eq!(names("all").len(), shipped::CATALOG.len());
        assert!(open("batery").is_none() && open("battery-cube").is_none());
        // A name means one thing: no scene is called like a set.
        assert!(shipped::sets().iter().all(|set| shipped::find(set).is_err()), "{:?}", shipped::sets());
        let total: usize = shipped::sets().iter().filter(|s| **s != shipped::ALL).map(|s| names(s).len()).sum();
        assert_eq!(total, shipped::CATALOG.len());

        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().to_string_lossy().into_owned();
        assert!(open(&path).expect("a folder").is_err_and(|e| e.to_string().contains("no scene files")));
        for (file, text) in [("b.toml", "title = 'b'"), ("a.toml", "title = 'a'"), ("notes.txt", "no scene")] {
            std::fs::write(folder.path().join(file), text).expect("written");
        }
        assert_eq!(names(&path), ["a", "b"]);
    }

    #[test]
    fn integrators_are_known_or_answered_with_the_nearest() {
        assert!(check_integrators(&["bdf2".into(), "rk4".into()]).is_ok());
        let refused = check_integrators(&["bdf2".into(), "newmrk".into()]).expect_err("misspelt").to_string();
        assert!(refused.contains("newmark"), "{refused}");
    }

    #[test]
    fn the_battery_is_small_and_its_large_scenes_are_not() {
        for scene in open("battery").expect("a set").expect("scenes") {
            assert!(is_small(&scene).expect("sound"), "{}", scene.name());
        }
        let large = Scene::from_shipped("battery-rope-large").expect("shipped");
        assert!(!is_small(&large).expect("sound"));
    }
}
